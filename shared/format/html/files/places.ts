/**
 * Where each link of an answer stands in its article: the text of the link, the numbers of the references with it, and the section, each
 * as a link to there. The reader's browser asks the wiki for the article as it has laid it out already (`action=parse` of the newest
 * revision comes from its cache), once, when the answer is shown; not where data is to be saved. Read as a document of its own, in
 * which nothing runs or loads; only texts and names of places are taken from it. Without it the answer is the same. An article's
 * spelling of a link is compared as docs/url-normalisation.md has it, as far as a browser's own parser leads.
 */
export const PLACES = `
(async () => {
  const answer = document.querySelector("[data-api]");
  const rooms = [...document.querySelectorAll(".r")];
  if (!answer || !rooms.length || navigator.connection?.saveData) return;
  const { api, page, article } = answer.dataset;
  const asked = new URL(api);
  asked.search = new URLSearchParams({ action: "parse", pageid: page, prop: "text", disableeditsection: 1, disablelimitreport: 1, format: "json", formatversion: 2, origin: "*", maxage: 300, smaxage: 300 });
  const load = async () => {
    const { body } = await fetch(asked, { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(15000) });
    const chunks = [];
    let bytes = 0;
    for (const reader = body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return JSON.parse(await new Blob(chunks).text()).parse.text;
      bytes += value.length;
      if (bytes > 8e6) return reader.cancel();
      chunks.push(value);
    }
  };
  const keyOf = (address) => {
    try {
      const url = new URL(address.replace(/^\\/\\//, "https://"));
      url.hash = url.username = url.password = "";
      url.hostname = url.hostname.replace(/\\.$/, "");
      return url.href.replace(/%[0-9a-f]{2}/gi, (escape) => {
        const letter = String.fromCharCode(parseInt(escape.slice(1), 16));
        return /[!-~]/.test(letter) && !";/?:@&=+$,#%".includes(letter) ? letter : escape.toUpperCase();
      });
    } catch {
      return address;
    }
  };
  const textOf = (element) => element.textContent.replace(/[\\u202a-\\u202e\\u2066-\\u2069]/g, "").trim().replace(/\\s+/g, " ").slice(0, 120);
  const idOf = (href) => {
    try {
      return decodeURIComponent(href.replace(/^[^#]*#/, ""));
    } catch {}
  };
  const urlOf = (room) => {
    const shown = room.parentNode.querySelector("[rel], .u");
    return shown.getAttribute("href") ?? shown.textContent;
  };
  const way = (text, id) => {
    const link = document.createElement("a");
    link.href = article + "#" + encodeURIComponent(id);
    link.textContent = text;
    link.dir = "auto";
    return link;
  };
  try {
    let html = await load();
    if (typeof html !== "string") return;
    if (window.trustedTypes) html = trustedTypes.createPolicy("article", { createHTML: (text) => text }).createHTML(html);
    const read = new DOMParser().parseFromString(html, "text/html");
    const uses = new Map();
    const places = new Map();
    let heading = null;
    for (const element of read.querySelectorAll("h2, h3, h4, sup.reference a, a.external")) {
      if (element.matches("h2, h3, h4")) {
        const named = element.querySelector(".mw-headline") ?? element;
        if (named.id && !named.closest(".toc")) heading = named;
      } else if (element.matches("a.external")) {
        const key = keyOf(element.getAttribute("href") ?? "");
        const found = places.get(key) ?? [];
        if (found.length < 20) found.push({ element, heading, note: element.closest("li[id^=cite_note]")?.id });
        places.set(key, found);
      } else {
        const note = idOf(element.getAttribute("href") ?? "");
        if (!uses.has(note)) uses.set(note, { text: textOf(element), id: element.closest("sup").id || note, heading });
      }
    }
    for (const room of rooms) {
      const found = places.get(keyOf(urlOf(room))) ?? [];
      const parts = [];
      const text = found.map(({ element }) => (element.matches(".free, .autonumber") ? "" : textOf(element))).find((each) => each);
      if (text) {
        const quoted = document.createElement("q");
        quoted.dir = "auto";
        quoted.textContent = text;
        parts.push(quoted);
      }
      const used = found.flatMap(({ note }) => uses.get(note) ?? []);
      for (const { text: number, id } of used.slice(0, 3)) parts.push(way(number, id));
      const section = used[0]?.heading ?? found.find(({ note }) => !note)?.heading;
      if (section) parts.push(way(textOf(section), section.id));
      room.replaceChildren(...parts.flatMap((part, i) => (i ? [" \u00b7 ", part] : [part])));
    }
  } catch {}
})();
`;
