#!/usr/bin/env node
// Follows the public log of a Weboid from its newest entry to its first, and says whether it was changed.
//
//   node verify-log.mjs https://weboid.example [NUMBER:HASH]
//
// NUMBER:HASH is an entry that you noted before: it shows that the log is still the same one, and that its end was not cut off. Exit code 0:
// nothing was changed; 1: something was; 2: wrong usage; 3: it could not be read. The form that is hashed stands in docs/api.md. Node 20 or later; no packages.

const [base, known] = process.argv.slice(2);
if (!URL.canParse(base ?? "") || (known !== undefined && !/^\d+:[0-9a-f]{64}$/.test(known))) {
  console.error("give the address of a Weboid: node verify-log.mjs https://weboid.example [NUMBER:HASH]");
  process.exit(2);
}

/** SHA-256 over JSON without blanks, as 64 hexadecimal digits. */
async function hashOf(values) {
  const bytes = new TextEncoder().encode(JSON.stringify(values));
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}

/** What is wrong with an entry by itself; null: nothing. */
async function flawOf(entry) {
  const { no, at, act, wiki, scope, text, textHash, urls, by, undoes, until, previous, hash } = entry;
  // A hidden entry has no text, and keeps its hash.
  if (text !== null && (await hashOf([text.salt, text.target, text.detail])) !== textHash)
    return "its text was changed";
  const form = ["weboid-log-1", no, at, act, wiki, scope, textHash, urls, by, undoes, until, previous];
  return (await hashOf(form)) === hash ? null : "it was changed";
}

function fail(no, flaw) {
  console.log(`entry ${no}: ${flaw}`);
  process.exit(1);
}

/** A page of the log; a Weboid that is away is no log that was changed. */
async function read(address) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
    if (response.ok) return await response.json();
    console.error(`${address} answered ${response.status}; try again later`);
  } catch (error) {
    console.error(`${address} could not be read: ${error.cause?.message ?? error.message}`);
  }
  process.exit(3);
}

const [knownNumber, knownHash] = (known ?? "").split(":");
let newer = null;
let head = null;
let isKnown = known === undefined;
/** Numbers of entries that the operator hid, as later entries say. */
const hidden = new Set();
for (let cursor = null; ; ) {
  const address = new URL("/log?format=json", base);
  if (cursor !== null) address.searchParams.set("cursor", cursor);
  const { entries, next } = await read(address);
  if (entries.length === 0 && next !== null) fail(next, "the entries before it are missing");
  for (const entry of entries) {
    head ??= entry;
    const flaw = await flawOf(entry);
    if (flaw !== null) fail(entry.no, flaw);
    if (entry.text === null && !hidden.has(String(entry.no)))
      fail(entry.no, "its text was taken out, and no entry says so");
    if (entry.act === "hide") hidden.add(entry.text.target);
    if (newer !== null && (newer.no !== entry.no + 1 || newer.previous !== entry.hash))
      fail(newer.no, "it does not follow the entry before");
    if (newer !== null && newer.at < entry.at) fail(newer.no, "it is older than the entry before");
    if (String(entry.no) === knownNumber) {
      if (entry.hash !== knownHash) fail(entry.no, "it is another entry than the one that you know");
      isKnown = true;
    }
    newer = entry;
  }
  if (next === null) break;
  cursor = next;
}
if (newer !== null && (newer.no !== 1 || newer.previous !== "0".repeat(64)))
  fail(newer.no, "the entries before it are missing");
if (!isKnown) fail(knownNumber, "it is missing");
console.log(head === null ? "no entries" : `nothing was changed; note ${head.no}:${head.hash}`);
