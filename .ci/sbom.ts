import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { type LockedPackage, lockedPackages } from "./lock.ts";

/**
 * `npm run sbom > sbom.json`: what Weboid is made of, for those who look after a fleet (CycloneDX 1.6, JSON). From bun.lock,
 * the licences from what is installed: the same lock file gives the same bytes on the same kind of machine.
 */
const ROOT = `${import.meta.dirname}/..`;
const { name, version, license } = JSON.parse(readFileSync(`${ROOT}/package.json`, "utf8"));

/** Package URLs (purl) write the @ of a scope with an escape. */
const purlOf = (of: LockedPackage) => `pkg:npm/${of.name.replace("@", "%40")}@${of.version}`;

function component(of: LockedPackage) {
  const file = `${ROOT}/node_modules/${of.name}/package.json`;
  const installed = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const licence = installed.version === of.version ? installed.license : undefined;
  return {
    type: "library",
    "bom-ref": purlOf(of),
    name: of.name,
    version: of.version,
    scope: of.isShipped ? "required" : "excluded",
    hashes: [{ alg: "SHA-512", content: Buffer.from(of.sha512, "base64").toString("hex") }],
    ...(typeof licence === "string" && { licenses: [licenceOf(licence)] }),
    purl: purlOf(of),
  };
}

const licenceOf = (text: string) => (/[ ()]/.test(text) ? { expression: text } : { license: { name: text } });

const components = lockedPackages(`${ROOT}/bun.lock`)
  .map(component)
  .sort((a, b) => (a.purl < b.purl ? -1 : 1));
const digest = createHash("sha256").update(JSON.stringify(components)).digest("hex");
const sbom = {
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  serialNumber: `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-5$3-8$4-$5")}`,
  version: 1,
  metadata: { component: { type: "application", name, version, licenses: [licenceOf(license)] } },
  components,
};
process.stdout.write(`${JSON.stringify(sbom, null, 1)}\n`);
