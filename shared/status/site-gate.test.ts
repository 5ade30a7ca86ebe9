import { describe, expect, test } from "vitest";
import { type Gate, gateAt } from "./site-gate.ts";

describe("gates, which say nothing of the page (C6)", () => {
  test.each<[string, string, Gate | null]>([
    ["https://example.com/doc/5", "https://example.com/login?next=/doc/5", "login"],
    ["https://example.com/doc/5", "https://example.com/users/sign_in", "login"],
    ["https://example.com/doc/5", "https://consent.example.com/m?continue=x", "login"],
    ["https://example.com/doc/5", "https://sso.example.edu/cas/login", "login"],
    ["https://example.com/doc/5", "https://example.com/login.aspx", "login"],
    ["https://login.example.com/doc/5", "https://login.example.com/login?next=/doc/5", "login"],
    ["https://example.com/in/someone", "https://example.com/authwall?trk=bf", "login"],
    ["https://example.com/doc/5", "https://consent.other.com/v2/collectConsent?sessionId=1", "login"],
    ["https://learn.example.edu/course/view.php?id=5", "https://learn.example.edu/login/index.php", "login"],
    ["https://example.com/doc/5", "https://example.com/wp-login.php?redirect_to=%2Fdoc%2F5", "login"],
    ["https://example.com/doc/5", "https://example.com/login/oauth/authorize?client_id=1", "login"],
    ["https://example.com/lessons/5", "https://sso.example.com/?app=lessons", "login"],
    [
      "https://example.com/doc/5",
      "https://id.example.com/auth/realms/x/protocol?redirect_uri=https%3A%2F%2Fexample.com%2Fback",
      "login",
    ],
    [
      "https://example.com/doc/5",
      "https://idp.example.edu/idp/profile/SAML2/Redirect?SAMLRequest=x",
      "login",
    ],
    [
      "https://journal.example/a/5",
      "https://www.uni.example/cas?service=https://journal.example/a/5",
      "login",
    ],
    [
      "http://paper.example/article/5",
      "https://choice.paper-privacy.com/gdpr?done=http%3A%2F%2Fpaper.example%2Farticle%2F5",
      "login",
    ],
    ["http://paper.example/article/5", "https://myprivacy.media.example/?back=%2Farticle%2F5", "login"],
    ["http://paper.example/article/5", "https://paper.example/cookie-info?url=/article/5", "login"],
    ["https://example.com/doc/5", "https://example.com/captcha?return=%2Fdoc%2F5", "wall"],
    ["https://example.com/doc/5", "https://example.com/blocked", "wall"],
    ["https://example.com/doc/5", "https://example.com/distil_r_captcha.html?requestId=1", "wall"],
    ["https://example.com/doc/5", "https://example.com/showcaptcha?retpath=aHR0", "wall"],
    ["https://example.com/doc/5", "https://example.com/ddos-guard/captcha_page?rnd=1", "wall"],
    ["https://example.com/captcha.html", "https://example.com/en/what-is-a-captcha", null],
    ["https://example.com/doc/5", "https://example.com/robot-check", "wall"],
    ["https://example.com/doc/5", "https://example.com/human-verification", "wall"],
    ["https://example.com/doc/5", "https://example.com/access-denied.html", "wall"],
    ["https://example.com/doc/5", "https://example.com/AccessDenied.aspx", "wall"],
    ["https://example.com/doc/5", "https://example.com/unsupported-browser", "wall"],
    ["https://example.com/doc/5", "https://example.com/geo-blocked", "wall"],
    ["https://example.com/doc/5", "https://example.com/errors/validateCaptcha", "wall"],
    ["https://example.com/doc/5", "https://example.com/en/not-available-in-your-country", "wall"],
    ["https://example.com/en/story", "https://example.com/en/blocked", "wall"],
    ["https://example.com/doi/5", "https://example.com/action/cookieAbsent", "wall"],
    ["https://example.com/doi/5", "https://example.com/crawlprevention/governor?content=%2fdoi%2f5", "wall"],
    ["https://example.com/doc/5", "https://example.com/verify?url=%2Fdoc%2F5", "wall"],
    ["https://example.com/doc/5", "https://example.com/en/verify", null],
    ["https://example.com/wall-5", "https://m.example.com/429.html?hash=1&redirect=%2Fwall-5", "wall"],
    ["https://example.com/doc/5", "https://example.com/challenge/about", null],
    ["https://example.com/doc/5", "https://passport.example.com/visitor/visitor?url=%2Fdoc%2F5", "wall"],
    ["https://example.com/doc/5", "https://example.com/account/unhuman?type=unhuman", "wall"],
    ["https://example.com/doc/5", "https://unblock.example.com/", "wall"],
    ["https://example.com/doc/5", "https://example.queue-it.net/?c=example&e=ev", "wall"],
    ["https://example.com/doc/5", "https://example.com/_____tmd_____/punish?x5secdata=x&x5step=1", "wall"],
  ])("%s → %s: %s", (from, to, gate) => {
    expect(gateAt(from, to)).toBe(gate);
  });

  test.each([
    ["the link was one to a login", "https://example.com/login", "https://example.com/user/login"],
    ["an article about logins", "https://example.com/doc/5", "https://example.com/blog/login-page-design"],
    ["a command of that name", "https://example.com/docs/cli-login", "https://example.com/docs/cli/login"],
    ["an ordinary move", "https://example.com/doc/5", "https://example.com/doc/five"],
    ["a host's own pages", "https://login.example.com/doc/5", "https://login.example.com/doc/five"],
    [
      "a college of arts and sciences",
      "http://www.bu.example/history/",
      "https://www.bu.example/cas/history/",
    ],
    ["its department", "https://example.edu/biology", "https://example.edu/cas/departments/biology"],
    ["its first page", "https://www.example.edu/arts", "https://www.example.edu/cas/"],
    ["its host", "https://www.example.edu/arts", "https://cas.example.edu/"],
    ["a chapter of a manual", "https://docs.example.com/v1/guide", "https://docs.example.com/v2/auth/guide"],
    [
      "a seminar's registration",
      "http://example.org/seminar2019",
      "https://example.org/anmeldung/seminar2019",
    ],
    ["a line of the railway", "http://www.rail.example/ligne", "https://www.rail.example/connexion/ligne"],
    ["a page that kept its name", "https://example.com/guide", "https://auth.example.com/guide"],
    ["a chapter on consent", "https://example.com/informed-consent", "https://example.com/ethics/consent"],
    ["a notice about privacy", "https://example.com/imprint", "https://example.com/privacy?from=footer"],
    [
      "privacy of which the link speaks",
      "https://example.com/privacy/5",
      "https://example.com/legal/privacy-notice?old=/privacy/5",
    ],
    ["a shop's choice", "https://example.com/shop/5", "https://choice.example.com/shop/chair?id=5"],
    ["a film of that name", "https://example.com/films/4711", "https://example.com/films/blocked"],
    [
      "a film of that name, by its title",
      "https://example.com/blocked-2010",
      "https://example.com/film/blocked",
    ],
    ["an article about captchas", "https://example.com/wiki/Captcha", "https://example.com/en/wiki/captcha"],
    ["hostile text", "http://[", "http://]"],
  ])("not %s: %s → %s", (_what, from, to) => {
    expect(gateAt(from, to)).toBeNull();
  });
});
