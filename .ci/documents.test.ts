import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const pages = [".", "docs"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(folder, file)),
);
const textOf = (page: string) => readFileSync(join(root, page), "utf8").replace(/^```.*?^```/gms, "");

/** As hosts of repositories make them of headings. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = [...textOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
  return new Set(anchors);
}

test.each(pages)("%s leads nowhere that is not there", (page) => {
  const links = [...textOf(page).matchAll(/\]\(((?!https?:)[^)\s]+)\)/g)].map(([, link = ""]) => link);
  const dead = links.filter((link) => {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).has(anchor));
  });
  expect(dead).toEqual([]);
});

test("the pages link to each other", () => {
  const links = pages.flatMap((page) => [...textOf(page).matchAll(/\]\((?!https?:)[^)\s]+#/g)]);
  expect(links.length).toBeGreaterThan(30);
});

test("DECISIONS.md lists all of its headings at its top", () => {
  const [top = ""] = textOf("DECISIONS.md").split(/^## /m);
  const unlisted = [...anchorsOf("DECISIONS.md")].filter((anchor) => !top.includes(`](#${anchor})`));
  expect(unlisted).toEqual(["decisions"]);
});

test("docs/database.md tells of every table that migrations make", () => {
  const folder = join(root, "db/migrations");
  const made = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/create (?:unlogged )?table (\w+)/gi)].map(
      ([, name = ""]) => name,
    ),
  );
  const page = textOf("docs/database.md");
  expect(made.length).toBeGreaterThan(40);
  expect(made.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("docs/requirements.md has every number that code and documents cite", () => {
  const page = textOf("docs/requirements.md");
  const code = ["shared", "db", "crawler", "edge"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.includes("node_modules"))
      .map((file) => readFileSync(join(root, folder, file), "utf8")),
  );
  const cited = [...code, ...pages.map(textOf)].flatMap((text) =>
    [...text.matchAll(/\(([A-Z]\d{1,2}|design \d+)(?:[;:)]|, | [a-z])/g)].map(([, id = ""]) => id),
  );
  expect(cited.length).toBeGreaterThan(500);
  expect([...new Set(cited)].filter((id) => !page.includes(`| ${id} |`))).toEqual([]);
});
