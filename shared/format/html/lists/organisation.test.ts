import { describe, expect, test } from "vitest";
import { printErrorHtml } from "../page.ts";
import { PROFILE } from "../testing/gallery.ts";
import { ORGANISATION, ORGANISATIONS, RELAUNCHES } from "../testing/listings.ts";
import { printArchiving, printOrganisation, printOrganisations, printRelaunches } from "./organisation.ts";

const inGerman = { lang: "de", profile: PROFILE };
const [FIRST] = ORGANISATION.domains;
if (FIRST === undefined) throw new Error("no domain");
const withEvidence = (evidence: string) =>
  printOrganisation({ ...ORGANISATION, domains: [{ ...FIRST, evidence }] }, inGerman);

describe("why a domain belongs, in the reader's language", () => {
  test.each([
    ["ns.a.zz is a name server of the organisation", /ns\.a\.zz.* ist ein Nameserver der Organisation/],
    ["192.0.2.1 lies in the organisation's address range", /192\.0\.2\.1.* liegt im Adressbereich/],
    ["a.zz is a domain of the organisation", /a\.zz.* ist eine Domain der Organisation/],
    ["the registrant's e-mail domain a.zz is the organisation's", /E-Mail-Adressen bei .*a\.zz/],
    ["the registrant: equal names; the same city", /Inhaber: gleiche Namen · gleicher Ort/],
    ["the registrant: an e-mail domain of a third party; the same street address", /Inhaber: gleiche [^·]+</],
  ])("%s", (evidence, expected) => {
    const page = withEvidence(evidence);
    expect(page).toMatch(expected);
    expect(page).not.toContain(evidence);
  });

  test("what a later version says stays English, and is marked so", () =>
    expect(withEvidence("of a later version")).toContain(
      '<span lang="en" dir="ltr"><bdi>of a later version</bdi></span>',
    ));

  test("the root needs no reason", () => {
    const page = withEvidence("a.zz is the organisation's root domain");
    expect(page).not.toContain("root domain");
    expect(page).not.toContain("Warum sie zusammengehören");
  });
});

test("organisations: each leads to its page, with its name as registered", () => {
  const page = printOrganisations(ORGANISATIONS, inGerman);
  expect(page).toContain("Organisationen mit den meisten defekten Weblinks");
  expect(page).toContain('href="/list/dewiki@WMF/organisation?domain=example.org&amp;lang=de"');
  expect(page).toContain("Universität Müllerstadt");
  expect(page).not.toContain("<script>alert");
});

describe("where there is nothing to show", () => {
  const none = {
    ...ORGANISATION,
    organisation: null,
    complete: true,
    domains: [{ ...FIRST, unreachable: 0, doubtful: 0, refused: 0, unknown: 0, working: 0 }],
    days: [],
    relaunches: [],
    archiving: [],
  };
  test.each([
    ["organisation", printOrganisation],
    ["archiving", printArchiving],
  ] as const)("%s: a sentence, and a form for another domain", (list, print) => {
    const page = print(none, inGerman);
    expect(page).toMatch(/In diesem Wiki sind keine Weblinks zu .*müller\.de.* bekannt\./);
    expect(page).toContain(`action="/list/dewiki@WMF/${list}"`);
    expect(page).toContain('name="domain" value="xn--mller-kva.de"');
    expect(page).not.toContain('name="path"');
    expect(page).not.toContain("<table");
  });

  test("a relaunch whose links are gone from the pages is shown all the same", () =>
    expect(printOrganisation({ ...none, relaunches: ORGANISATION.relaunches }, inGerman)).toContain(
      "Verlorene Weblinks",
    ));

  test("what was not counted is not called missing", () =>
    expect(printOrganisation({ ...none, complete: false }, inGerman)).not.toContain("keine Weblinks zu"));
});

test("a question without a domain: what to give, and where", () => {
  const place = { wiki: "dewiki@WMF", list: "organisation", domain: null, path: "" } as const;
  const error = { code: "missing-domain", message: "say which domain is meant: domain=example.org" };
  const page = printErrorHtml(error, { ...inGerman, place });
  expect(page).toContain("Bitte eine Domain angeben, zum Beispiel example.org");
  expect(page).toContain('action="/list/dewiki@WMF/organisation"');
  expect(page).toContain('name="domain"');
  expect(page).not.toContain('name="path"');
});

test("a relaunch leads to its lost links, those that moved, and its organisation", () => {
  const page = printRelaunches(RELAUNCHES, { lang: "en", profile: PROFILE });
  for (const list of ["organisation", "broken", "moved"])
    expect(page).toContain(`/list/dewiki@WMF/${list}?domain=xn--mller-kva.de`);
  expect(page).toContain("found on <time");
  expect(page).toContain("371 pages");
});

test("an organisation leads to all that is worth archiving, and back", () => {
  const many = Array.from({ length: 21 }, (_, at) => ({
    url: `https://a.zz/${at}`,
    risks: ["losing" as const],
  }));
  const page = printOrganisation({ ...ORGANISATION, archiving: many }, inGerman);
  expect(page).toContain("/list/dewiki@WMF/archiving?domain=xn--mller-kva.de");
  expect(page).not.toContain("https://a.zz/20");
  const all = printArchiving({ ...ORGANISATION, archiving: many }, inGerman);
  expect(all).toContain("https://a.zz/20");
  expect(all).toContain("/list/dewiki@WMF/organisation?domain=xn--mller-kva.de");
  expect(all).toContain("/list/dewiki@WMF/archiving?domain=xn--mller-kva.de&amp;format=csv");
});
