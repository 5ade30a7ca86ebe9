/**
 * A certificate that nobody trusts, and its key: what a web server with a neglected certificate shows. It names
 * hosts under .zz only, a top-level domain that does not exist, so that this key is no secret.
 */
export const UNTRUSTED_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgO0e5kdpdue4VUpDW
89VcIf2XlKcVAjo/d8upkGZfh7KhRANCAASWeg8ala3FSxfTeK6He94nFr8GZ8UL
3P6ViAop50rOFLzraDPTN7ctnDpzdhKwsSpOwz+EtfZWU4wydlXA9bU+
-----END PRIVATE KEY-----
`;

/** Self-signed, 2020 to 2120, for *.sample.zz and *.zz. */
export const UNTRUSTED_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkTCCATegAwIBAgIBATAKBggqhkjOPQQDAjArMSkwJwYDVQQDDCBXZWJvaWQg
c2FtcGxlLCB0cnVzdGVkIGJ5IG5vYm9keTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIw
MDEwMTAwMDAwMFowKzEpMCcGA1UEAwwgV2Vib2lkIHNhbXBsZSwgdHJ1c3RlZCBi
eSBub2JvZHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASWeg8ala3FSxfTeK6H
e94nFr8GZ8UL3P6ViAop50rOFLzraDPTN7ctnDpzdhKwsSpOwz+EtfZWU4wydlXA
9bU+o0owSDAcBgNVHREEFTATggsqLnNhbXBsZS56eoIEKi56ejAJBgNVHRMEAjAA
MB0GA1UdDgQWBBTtp5wibRC6VNfeVtEKYXhtMuY3pzAKBggqhkjOPQQDAgNIADBF
AiEA9mKHFt+3cIsdW9ECjwCC06H1fu5FTfd6ZG8Xku5RKu8CIAf/ZZpZ9liBbG2R
ElkiXSqa1IDC03ImU6LPv9Y/XF2t
-----END CERTIFICATE-----
`;
