import { expect, test } from "vitest";
import { bettingOn } from "./owner.ts";
import { readPage } from "./page.ts";

const on = (title: string, text: string) =>
  bettingOn(readPage(`<html><title>${title}</title><body><p>${text}</body></html>`, "https://a.example/"));

const NEWS =
  "The paintings of four centuries hang in nine rooms and the garden has trees that are as old as the house is. ".repeat(
    4,
  );

test.each([
  ["SLOT88: Situs Slot Gacor Hari Ini", "Slot online, link alternatif resmi, maxwin setiap hari", "yes"],
  ["Deneme Bonusu Veren Siteler 2026", "En iyi bahis siteleri, casino siteleri ve canlı bahis", "yes"],
  ["CASİNO SİTELERİ 2026", "BAHİS SİTELERİ, SLOT SİTELERİ, CANLI CASİNO", "yes"],
  ["CASINO SITELERI", "BAHIS SITELERI, slot siteleri, KAÇAK BAHIS", "yes"],
  ["สล็อตเว็บตรง ไม่ผ่านเอเย่นต์", "บาคาร่า คาสิโนออนไลน์ แทงบอล", "yes"],
  ["Nhà cái uy tín số 1", "Cá cược thể thao, tài xỉu, nổ hũ", "yes"],
  ["Nhà cái uy tín số 1".normalize("NFD"), "Cá cược thể thao, tài xỉu, nổ hũ".normalize("NFD"), "yes"],
  ["먹튀검증 안전놀이터", "토토사이트 카지노사이트 바카라", "yes"],
  ["澳门娱乐城", "百家乐 老虎机 体育投注", "yes"],
  ["Онлайн-казино 2026", "Игровые автоматы, бездепозитный бонус, ставки на спорт", "yes"],
  ["Best online casino", "Free spins, live casino and a no-deposit bonus", "yes"],
  ["Museum of the town", NEWS, "no"],
  ["MÜZE VE İSTANBUL", NEWS, "no"],
  // Too little to decide: notices and frames.
  ["Museum of the town", "Paintings from four centuries", "unsure"],
  ["We will be back", "Maintenance, please come back in an hour.", "unsure"],
  ["Museum of the town", `<div id="root"></div>${NEWS}`, "unsure"],
  // A title alone, or repeated by a description, and one wording for several of them.
  ["Online casino laws: a study of live casino and sports betting", "", "unsure"],
  [
    "Online casino laws: a study of live casino and sports betting",
    "A study of online casino, live casino and sports betting",
    "unsure",
  ],
  ["Toto slot", "situs toto slot online", "unsure"],
  // About it, or in words that are not known.
  ["Slot machines in computing", `A slot of a bus takes a card. ${NEWS}`, "unsure"],
  ["Melhores cassinos", `Jogue agora. ${NEWS}`, "unsure"],
  ["CASİNO", NEWS, "unsure"],
  ["The Evening Post", "Police raid an online casino; sports betting up; free spins banned", "unsure"],
  [
    "Help with addiction",
    "If judi online and slot online have cost you your savings, maxwin or not",
    "unsure",
  ],
  ["Ministry against judi online", "We blocked ten thousand addresses", "unsure"],
  ["Town of Baden", "The park, the baths and the live casino", "unsure"],
  ["An encyclopedia", "Online casino", "unsure"],
])("%s, %s: %s", (title, text, betting) => {
  expect(on(title, text)).toBe(betting);
});
