import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { DAY_MS } from "../../../shared/calendar/day.ts";

/** As much of X.509 (RFC 5280) and DER as test servers need, so that no test depends on a program of the system. */
export interface Authority {
  readonly name: string;
  readonly key: KeyObject;
  readonly pem: string;
}

export interface Certificate {
  /** PEM, the certificate alone. */
  readonly pem: string;
  /** PEM, PKCS #8. */
  readonly key: string;
}

export interface CertificateOptions {
  readonly names: readonly string[];
  /** Absent: signs itself. */
  readonly issuer?: Authority;
  /** Days from now at which it ends; negative: expired. */
  readonly days?: number;
}

const OID = {
  commonName: "550403",
  ecdsaWithSha256: "2a8648ce3d040302",
  basicConstraints: "551d13",
  subjectAltName: "551d11",
};

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const name = (text: string) =>
  sequence(der(0x31, sequence(oid(OID.commonName), der(0x0c, Buffer.from(text)))));
const time = (ms: number) =>
  der(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));
const algorithm = () => sequence(oid(OID.ecdsaWithSha256));
const extension = (id: string, value: Uint8Array) => sequence(oid(id), der(0x04, value));

function pemOf(label: string, bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

function certificate(
  subject: string,
  publicKey: KeyObject,
  issuer: { readonly name: string; readonly key: KeyObject },
  days: number,
  extensions: readonly Uint8Array[],
): string {
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const now = Date.now();
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm(),
    name(issuer.name),
    sequence(time(now - 400 * DAY_MS), time(now + days * DAY_MS)),
    name(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", body, issuer.key);
  return pemOf("CERTIFICATE", sequence(body, algorithm(), der(0x03, Buffer.from([0]), signature)));
}

const keyPair = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** A root, or with `issuer` an intermediate authority. */
export function createAuthority(subject: string, issuer?: Authority): Authority {
  const { publicKey, privateKey } = keyPair();
  const isAuthority = extension(OID.basicConstraints, sequence(der(0x01, Buffer.from([0xff]))));
  const signer = issuer ?? { name: subject, key: privateKey };
  return { name: subject, key: privateKey, pem: certificate(subject, publicKey, signer, 30, [isAuthority]) };
}

/** A server's certificate for the given host names. */
export function createCertificate({ names, issuer, days = 30 }: CertificateOptions): Certificate {
  const { publicKey, privateKey } = keyPair();
  const [subject = "nobody"] = names;
  const alternatives = extension(
    OID.subjectAltName,
    sequence(...names.map((each) => der(0x82, Buffer.from(each)))),
  );
  const signer = issuer ?? { name: subject, key: privateKey };
  return {
    pem: certificate(subject, publicKey, signer, days, [alternatives]),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
