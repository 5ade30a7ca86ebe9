import { givenAddress, isAddress } from "./address.ts";
import { assemble } from "./assemble.ts";
import { planCitation } from "./citation.ts";
import { conventionsOf } from "./conventions/known.ts";
import type { Citation, Conventions } from "./conventions/schema.ts";
import { dateOfDay } from "./dates.ts";
import { DeadLinks, type Marked } from "./dead-links.ts";
import { Neighbours } from "./neighbours.ts";
import { PageDates } from "./page-dates.ts";
import { isWithin, outermost, Places } from "./places.ts";
import { planDeadTemplate, planLink } from "./plain-link.ts";
import { type Desk, left, leftFor, type Occurrence, type Plan } from "./plan.ts";
import { type ReasonCode, reasonOf, withAlso } from "./reasons.ts";
import { Roles } from "./roles.ts";
import { summaryOf } from "./summary.ts";
import type { RepairRequest, RepairResult } from "./types.ts";
import { type Parameter, parametersOf } from "./wikitext/argument.ts";
import { addressEnd, withoutPunctuation } from "./wikitext/free-link.ts";
import { Lines } from "./wikitext/lines.ts";
import { scan } from "./wikitext/scan.ts";
import type { Range, WikiLink, WikiNode, WikiPage } from "./wikitext/types.ts";

/**
 * The smallest edit that repairs the dead links of a page: archived copies and new addresses in the wiki's own form, marks where there is
 * neither. Pure, and linear in the length of the page. What it is not sure of it leaves, and says why.
 *
 * @param conventions more than the built-in ones, which they replace
 */
export function repair(request: RepairRequest, conventions: readonly Conventions[] = []): RepairResult {
  return planRepair(request, conventionsOf(request.dbname, conventions)).result();
}

/** A repair whose extent is known before it is written. */
export interface PlannedRepair {
  /** How many places of the page it concerns, those that it leaves included. */
  readonly places: number;
  result(): RepairResult;
}

/**
 * @param known null: nothing is known of how the wiki writes, so nothing is changed
 * @param placesMax where links of more places are dead, nothing is planned, and `places` says so
 */
export function planRepair(
  request: RepairRequest,
  known: Conventions | null,
  placesMax = Number.POSITIVE_INFINITY,
): PlannedRepair {
  const { id, wikitext: text, links } = request;
  const dead = new DeadLinks(links);
  const plans = dead.all.length === 0 ? [] : plansOf(request, dead, known, placesMax);
  const result = (): RepairResult => {
    const { wikitext, edits } = assemble(text, plans);
    const present = new Set(plans.map(({ link }) => link));
    const absent = dead.all.filter(({ link }) => !present.has(link)).map(({ link }) => link.url);
    return { id, wikitext, edits, summary: summaryOf(plans, known?.language ?? "en"), absent };
  };
  return { places: plans.length, result };
}

function plansOf(
  request: RepairRequest,
  dead: DeadLinks,
  known: Conventions | null,
  placesMax: number,
): Plan[] {
  const page = scan(request.wikitext);
  const unplanned = plansOfUnknownWiki(page, dead);
  const isLeft = known === null || unplanned.length > placesMax;
  const found = isLeft ? unplanned : new Repair(request, page, dead, known).plans();
  return found.flatMap(withReplacement);
}

function plansOfUnknownWiki(page: WikiPage, dead: DeadLinks): Plan[] {
  return page.links.flatMap(({ urlStart: start, urlEnd: end }) => {
    const found = dead.find(page.text.slice(start, end));
    return found === null ? [] : [left({ ...found, start, end }, "unknown-wiki")];
  });
}

/** An address that people offer is named, never used. Where there is nothing better, the link is left for people to judge. */
function withReplacement(plan: Plan): Plan[] {
  const { link, kind, start, end, splices, reason } = plan;
  if (givenAddress(link.replacement) === null || splices.length === 0) return [plan];
  const offer: Plan = { link, kind: "none", reason: reasonOf("replacement"), start, end, splices: [] };
  if (kind === "tag") return [offer];
  const overlaps = splices.some((splice) => splice.start < end && splice.end > start);
  return overlaps ? [{ ...plan, reason: withAlso(reason, "replacement") }] : [plan, offer];
}

/** Of a template with more dead links: what stands behind it is not looked at again for each. */
const MARKED_MAX = 5;
/** Where no citation is repaired either; in other templates it is. */
const NO_CITATION = new Set<ReasonCode>(["heading", "cell", "internal-link", "option"]);
const PROTOCOL = /(?:https?|ftps?|sftp):\/\//gi;

/** Where addresses start and end in text that is no wikitext. None begins in another one, as in wikitext. `bars`: they belong to them. */
function addressesIn(text: string, bars: boolean): (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = [];
  const protocol = new RegExp(PROTOCOL);
  for (let next = protocol.exec(text); next !== null; next = protocol.exec(text)) {
    const end = withoutPunctuation(text, next.index, addressEnd(text, next.index, bars));
    found.push([next.index, end]);
    protocol.lastIndex = Math.max(end, protocol.lastIndex);
  }
  return found;
}

/** The plans for one page. */
class Repair {
  private readonly desk: Desk;
  private readonly claimed = new Set<WikiNode["arguments"][number]>();
  private readonly marks = new Set<WikiNode>();
  private readonly found: Plan[] = [];

  constructor(
    { today }: RepairRequest,
    private readonly page: WikiPage,
    private readonly dead: DeadLinks,
    private readonly conventions: Conventions,
  ) {
    const lines = new Lines(page.text);
    const places = new Places(page, lines, new Roles(conventions));
    const neighbours = new Neighbours(page, lines, places);
    const dates = new PageDates(page, places, conventions);
    this.desk = { page, places, neighbours, conventions, dates, today: dateOfDay(today) };
  }

  plans(): Plan[] {
    // From the inside out: of two insertions at one place, the inner one comes first.
    for (const node of this.page.nodes.toReversed()) this.takeTemplate(node);
    this.takeLinks(false);
    for (const node of this.page.nodes) this.takeDeadTemplate(node);
    this.takeLinks(true);
    this.takeOpaque();
    if (this.isRedirect()) return this.found.map((plan) => left(plan, "redirect"));
    const captions = this.fragileCaptions();
    return this.found.map((plan) =>
      isWithin(captions, plan.start) && plan.splices.some(({ text }) => text.includes("{{"))
        ? left(plan, "caption")
        : plan,
    );
  }

  /** Captions that a link ends, in `]]]`, and will end: MediaWiki reads that rightly only while no template brings a `[[`. */
  private fragileCaptions(): Range[] {
    const { nodes, links } = this.page;
    const changed = new Set(this.found.flatMap(({ splices }) => splices.map(({ end }) => end)));
    const kept = links.filter(({ end, bracketed, closed }) => bracketed && closed && !changed.has(end));
    const ends = new Set(kept.map(({ end }) => end + "]]".length));
    const captions = nodes.filter(({ kind, end }) => kind === "wikilink" && ends.has(end));
    return outermost(captions);
  }

  private isRedirect(): boolean {
    const start = this.page.text.slice(0, 200).trimStart().toLowerCase();
    return (this.conventions.redirects ?? []).some((word) => start.startsWith(word.toLowerCase()));
  }

  /** Notes the templates that mark a link, so that they are not repaired for themselves. */
  private noteMarks(thing: WikiLink | WikiNode, marked: Marked): void {
    for (const { node } of this.desk.neighbours.marksAfter(thing, marked))
      if (node !== null) this.marks.add(node);
  }

  private takeTemplate(node: WikiNode): void {
    const role = this.desk.places.roleOf(node);
    if (role?.kind !== "citation" && role?.kind !== "copy") return;
    const names: readonly string[] = role.kind === "citation" ? role.form.url : role.url;
    const parameters = parametersOf(this.page, node);
    const found = parameters.flatMap((parameter) => {
      const occurrence = names.includes(parameter.name) ? this.occurrenceIn(parameter) : null;
      if (occurrence === null) return [];
      this.claim(node, parameter);
      return [{ occurrence, parameter }];
    });
    for (const [index, { occurrence, parameter }] of found.entries()) {
      if (role.kind === "citation" && index < MARKED_MAX) this.noteMarks(node, occurrence);
      this.found.push(
        role.kind === "copy"
          ? left(occurrence, "already-archived")
          : this.planInCitation(node, role.form, parameters, occurrence, parameter, found.length),
      );
    }
  }

  private planInCitation(
    node: WikiNode,
    form: Citation,
    parameters: readonly Parameter[],
    occurrence: Occurrence,
    parameter: Parameter,
    occurrences: number,
  ): Plan {
    // With a brace before it, other braces close it once a mark between them is gone.
    const isLoose = this.page.text.charAt(node.start - 1) === "{";
    if (isLoose || this.desk.places.isUnsure(node.start)) return left(occurrence, "unclosed");
    if (occurrences > 1) return left(occurrence, "two-addresses");
    const obstacle = this.desk.places.obstacleAt(node);
    if (obstacle !== null && NO_CITATION.has(obstacle.code)) return leftFor(occurrence, obstacle);
    return planCitation(this.desk, occurrence, node, form, parameters, parameter);
  }

  private occurrenceIn({ value, valueStart, valueEnd }: Parameter): Occurrence | null {
    if (!isAddress(value)) return null;
    const found = this.dead.find(value);
    return found === null ? null : { ...found, start: valueStart, end: valueEnd };
  }

  private claim(node: WikiNode, { index }: Parameter): void {
    const argument = node.arguments[index];
    if (argument !== undefined) this.claimed.add(argument);
  }

  /** @param inMarks those in templates that mark a link as dead, where they mark none before them: nothing is known of such a form */
  private takeLinks(inMarks: boolean): void {
    const { page, desk } = this;
    for (const link of page.links) {
      const { urlStart: start, urlEnd: end, parent } = link;
      const argument = parent.arguments[link.argument];
      if (argument !== undefined && this.claimed.has(argument)) continue;
      const role = desk.places.roleOf(parent);
      if ((role?.kind === "dead" && parent.end >= 0) !== inMarks) continue;
      if (inMarks && this.marks.has(parent)) continue;
      const found = this.dead.find(page.text.slice(start, end));
      if (found === null) continue;
      const occurrence = { ...found, start, end };
      if (inMarks) {
        this.found.push(left(occurrence, found.archived.length > 0 ? "no-form" : "already-marked"));
        continue;
      }
      this.noteMarks(link, found);
      this.found.push(
        desk.places.isUnsure(start) ? left(occurrence, "unclosed") : planLink(desk, occurrence, link),
      );
    }
  }

  private takeDeadTemplate(node: WikiNode): void {
    const { places } = this.desk;
    const role = places.roleOf(node);
    if (role?.kind !== "dead" || this.marks.has(node)) return;
    const parameters = parametersOf(this.page, node);
    const label = parameters.find(({ name }) => role.text.includes(name))?.value ?? "";
    const found = parameters.flatMap((parameter) => {
      const occurrence = role.url.includes(parameter.name) ? this.occurrenceIn(parameter) : null;
      if (occurrence === null) return [];
      this.claim(node, parameter);
      return [occurrence];
    });
    const unsure = places.isUnsure(node.start);
    for (const occurrence of found) {
      if (unsure) this.found.push(left(occurrence, "unclosed"));
      else if (found.length > 1) this.found.push(left(occurrence, "two-addresses"));
      else this.found.push(planDeadTemplate(this.desk, occurrence, node, label));
    }
  }

  /** Addresses where wikitext is not read are named, too: an edit must not be mistaken for them. */
  private takeOpaque(): void {
    const { text } = this.page;
    for (const { start, end } of this.page.opaque) {
      const inside = text.slice(start, end);
      const whole = addressesIn(inside, true);
      const ends = new Map(whole);
      const cut = addressesIn(inside, false).filter(([at, to]) => ends.get(at) !== to);
      for (const [at, to] of [...whole, ...cut]) {
        const found = this.dead.find(inside.slice(at, to));
        if (found !== null)
          this.found.push(left({ ...found, start: start + at, end: start + to }, "no-wikitext"));
      }
    }
  }
}
