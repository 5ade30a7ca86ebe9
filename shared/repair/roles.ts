import { isAddress } from "./address.ts";
import type { Citation, Conventions } from "./conventions/schema.ts";
import { nameOf, parametersOf } from "./wikitext/argument.ts";
import type { WikiNode, WikiPage } from "./wikitext/types.ts";

/** What a template is to a repair. */
export type Role =
  | { readonly kind: "citation"; readonly form: Citation }
  | { readonly kind: "container"; readonly form: Conventions["containers"][number] }
  | { readonly kind: "copy"; readonly url: readonly string[] }
  | { readonly kind: "dead"; readonly url: readonly string[]; readonly text: readonly string[] }
  | { readonly kind: "dates"; readonly pattern: string }
  | { readonly kind: "decoration" };

/** Names of templates and namespaces: case and the kind of space do not matter. */
const plain = (name: string): string =>
  name
    .replace(/[_\s]+/g, " ")
    .trim()
    .toLowerCase();

const NAME_CHARS_MAX = 200;

const MARK: Role = { kind: "dead", url: [], text: [] };
/** With a date and a name of a bot. */
const MARK_CHARS_MAX = 200;

/** `{{lien brisé}}` without an address says of the link before it that it is dead. */
const isMarkAlone = (page: WikiPage, node: WikiNode, { mark }: Citation): boolean =>
  mark === "always" &&
  node.end - node.start <= MARK_CHARS_MAX &&
  !parametersOf(page, node).some(({ value }) => isAddress(value));

/** Knows the templates of a wiki by their names. */
export class Roles {
  private readonly byName = new Map<string, Role>();
  private readonly prefixes: readonly string[];
  private readonly fileNamespaces: ReadonlySet<string>;

  constructor(conventions: Conventions) {
    this.add(conventions.decorations ?? [], { kind: "decoration" });
    for (const form of conventions.citations) this.add(form.names, { kind: "citation", form });
    for (const form of conventions.containers) this.add(form.names, { kind: "container", form });
    for (const { names, url } of conventions.archiveTemplates)
      this.add(names, { kind: "copy", url: url ?? [] });
    for (const { names, url, text } of conventions.deadTemplates)
      this.add(names, { kind: "dead", url: url ?? [], text: text ?? [] });
    for (const { templates, pattern } of conventions.dates.page ?? [])
      this.add(templates, { kind: "dates", pattern });
    this.prefixes = (conventions.templateNamespaces ?? []).map((name) => `${plain(name)}:`);
    this.fileNamespaces = new Set((conventions.fileNamespaces ?? []).map(plain));
  }

  private add(names: readonly string[], role: Role): void {
    for (const name of names) this.byName.set(plain(name), role);
  }

  /** null: the template is not known, or its name is made by others. */
  roleOf(page: WikiPage, node: WikiNode): Role | null {
    if (node.kind !== "template" || node.end < 0) return null;
    const name = plain(nameOf(page, node).slice(0, NAME_CHARS_MAX + 1));
    const prefix = this.prefixes.find((one) => name.startsWith(one)) ?? "";
    const role = this.byName.get(name.slice(prefix.length).trim()) ?? null;
    return role?.kind === "citation" && isMarkAlone(page, node, role.form) ? MARK : role;
  }

  /** Whether an internal link shows a file, so that its text is a caption. */
  isFile(page: WikiPage, node: WikiNode): boolean {
    const target = nameOf(page, node).slice(0, NAME_CHARS_MAX);
    const colon = target.indexOf(":");
    return colon > 0 && this.fileNamespaces.has(plain(target.slice(0, colon)));
  }
}
