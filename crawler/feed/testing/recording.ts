import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { HttpAnswer, HttpClient } from "../../net/egress/http-client.ts";
import type { ListedPage, PageBatches } from "../api/pages.ts";
import { fine, type Result } from "../api/wiki.ts";

/** What a real MediaWiki 1.39 answered, as recorded. */
const recording = z.object({
  exchanges: z.array(
    z.object({
      request: z.object({ url: z.string() }),
      response: z.object({
        status: z.number(),
        headers: z.record(z.string(), z.string()),
        body: z.unknown(),
      }),
    }),
  ),
});

export interface Exchange {
  readonly url: string;
  readonly answer: HttpAnswer;
}

export function recorded(name: string): Exchange[] {
  const path = join(import.meta.dirname, "..", "fixtures", `${name}.json`);
  return recording.parse(JSON.parse(readFileSync(path, "utf8"))).exchanges.map(({ request, response }) => ({
    url: request.url,
    answer:
      typeof response.body === "string"
        ? {
            kind: "text",
            http: response.status,
            headers: response.headers,
            start: response.body.slice(0, 200),
          }
        : { kind: "json", http: response.status, headers: response.headers, value: response.body },
  }));
}

export function recordedAnswer(name: string): HttpAnswer {
  const [first] = recorded(name);
  if (first === undefined) throw new Error(`${name} is empty`);
  return first.answer;
}

/** Parameters without those that only say how to answer. */
function question(url: string): string {
  const { searchParams } = new URL(url);
  searchParams.delete("maxlag");
  searchParams.sort();
  return searchParams.toString();
}

/**
 * A client that answers the questions of the recordings, whatever the order of their parameters, and remembers what
 * was asked. `map` changes our question into the recorded one.
 */
export function replay(
  exchanges: readonly Exchange[],
  map: (parameters: URLSearchParams) => void = () => {},
): HttpClient & { readonly asked: string[] } {
  const answers = new Map(exchanges.map(({ url, answer }) => [question(url), answer]));
  const asked: string[] = [];
  return {
    asked,
    close: async () => {},
    async send({ url }) {
      const mapped = new URL(url);
      map(mapped.searchParams);
      const key = question(mapped.href);
      asked.push(key);
      const answer = answers.get(key);
      if (answer === undefined) throw new Error(`not recorded: ${key}`);
      return answer;
    },
  };
}

/** The pages of a list that is read to its end, or its error. */
export async function allOf(batches: PageBatches): Promise<Result<ListedPage[]>> {
  const pages: ListedPage[] = [];
  for await (const batch of batches) {
    if (!batch.ok) return batch;
    pages.push(...batch.value.pages);
  }
  return fine(pages);
}
