import { addDays, type Day, instantOfDay } from "../../shared/calendar/day.ts";
import { SAMPLE_SUFFIX } from "../../shared/url/sample.ts";
import type { Capture } from "./archive.ts";
import { answerAsSampleWeb } from "./sites.ts";

/** Days, as ages of the sample (sites.ts), on which the sample archive came by. */
const VISITS = [-1_490, -880, -610, -355, -201, -110, -66, -44, -20, -3];
const SECONDS = 37_845;

/** What the sites that are gone now showed long ago, before the sample's own time. */
const FORMER: Readonly<Record<string, string>> = {
  "lamp-collectors": "The Lamp Collectors' Association of Harrowmere",
  "old-harrowmere": "Harrowmere: the old pages of the town",
};
const FORMER_UNTIL = -300;

/** It works on a site that was relaunched, and no archive came by: worth archiving now (O5). */
const UNVISITED = "/about/editors.html";

/** What the sample archive has of a URL: what the sample web answered on a few days. `day`: on which the sample was set up. */
export function capturesOfSample(url: string, day: Day): Capture[] {
  const parsed = URL.parse(url);
  const [label = "", ...rest] = parsed?.hostname.split(".") ?? [];
  if (parsed === null || rest.join(".") !== SAMPLE_SUFFIX || parsed.pathname === UNVISITED) return [];
  return VISITS.flatMap((age, nth) => {
    // No archive comes by everywhere each time.
    if ((label.length + nth) % 3 === 2) return [];
    const on = addDays(day, age);
    const timestamp = new Date(instantOfDay(on) + (SECONDS + nth) * 1_000)
      .toISOString()
      .replace(/\D/g, "")
      .slice(0, 14);
    const former = age < FORMER_UNTIL ? FORMER[label] : undefined;
    if (former !== undefined)
      return { timestamp, original: url, status: 200, mime: "text/html", text: former };
    const reply = answerAsSampleWeb(
      {
        method: "GET",
        host: parsed.hostname,
        authority: parsed.host,
        path: parsed.pathname + parsed.search,
        secure: parsed.protocol === "https:",
        day: on,
      },
      age,
    );
    if (reply.kind === "reset") return [];
    const { status, type = "text/html", body = "" } = reply;
    const text = body
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
    return { timestamp, original: url, status, mime: type.replace(/;.*/, ""), text: text.slice(0, 200) };
  });
}
