import type { SampleArticle } from "./articles.ts";
import { categoriesOf } from "./categories.ts";

/** How often a source stands in a citation template; the others are bare links. */
const IN_TEMPLATE_EVERY = 2;

/** The wikitext that a sample article would have: each source is a reference where the text cites it first. */
export function wikitextOf(article: SampleArticle): string {
  const { text, sources } = article;
  const paragraphs = text.map((paragraph) =>
    paragraph.replace(/ \{(\d+)\}/g, (mark, number) => {
      const source = sources[Number(number) - 1];
      if (source === undefined) return mark;
      const { url, label } = source;
      return Number(number) % IN_TEMPLATE_EVERY === 1
        ? `<ref>{{cite web |url=${url} |title=${label}}}</ref>`
        : `<ref>[${url} ${label}]</ref>`;
    }),
  );
  const categories = categoriesOf(article).map(({ title }) => `[[${title}]]`);
  const end = ["== References ==\n<references />", categories.join("\n")].filter((part) => part !== "");
  return `${[...paragraphs, ...end].join("\n\n")}\n`;
}
