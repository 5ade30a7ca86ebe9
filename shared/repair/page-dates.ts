import type { Conventions } from "./conventions/schema.ts";
import { DateForms } from "./dates.ts";
import type { Places } from "./places.ts";
import { type Parameter, parametersOf } from "./wikitext/argument.ts";
import type { WikiPage } from "./wikitext/types.ts";

/** In which form a page writes its dates. */
export class PageDates {
  private readonly forms: DateForms;
  /** What a template says about the whole page. */
  private readonly said: string | null = null;
  /** The form of most dates in the page's citations; null: they have none, or none that is known. */
  private usual: string | null | undefined;

  constructor(
    private readonly page: WikiPage,
    private readonly places: Places,
    private readonly conventions: Conventions,
  ) {
    this.forms = new DateForms(conventions.dates);
    for (const node of page.nodes) {
      const role = places.roleOf(node);
      if (role?.kind === "dates") {
        this.said = role.pattern;
        break;
      }
    }
  }

  /** For a link that is no citation. */
  forLinks(): string {
    if (this.said !== null) return this.said;
    if (this.usual === undefined) this.usual = this.mostUsual();
    return this.usual ?? this.conventions.dates.default;
  }

  /** For a citation: as the page says, else as its own dates, else as others. */
  forCitation(parameters: readonly Parameter[], dateNames: readonly string[]): string {
    return this.said ?? this.formIn(parameters, dateNames) ?? this.forLinks();
  }

  private formIn(parameters: readonly Parameter[], dateNames: readonly string[]): string | null {
    for (const name of dateNames) {
      // Of a name given twice MediaWiki takes the last.
      const last = parameters.findLast((parameter) => parameter.name === name);
      const form = last === undefined ? null : this.forms.formOf(last.value);
      if (form !== null) return form;
    }
    return null;
  }

  private mostUsual(): string | null {
    const counts = new Map<string, number>();
    for (const node of this.page.nodes) {
      const role = this.places.roleOf(node);
      if (role?.kind !== "citation") continue;
      const form = this.formIn(parametersOf(this.page, node), role.form.dates);
      if (form !== null) counts.set(form, (counts.get(form) ?? 0) + 1);
    }
    const [most] = [...counts].sort(([, one], [, other]) => other - one);
    return most?.[0] ?? null;
  }
}
