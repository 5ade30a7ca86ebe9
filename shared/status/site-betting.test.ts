import { expect, test } from "vitest";
import { bettingOn } from "./site-betting.ts";
import { readPage } from "./site-page.ts";

const on = (title: string, text: string) =>
  bettingOn(readPage(`<html><title>${title}</title><body><p>${text}</body></html>`, "https://a.example/"));

test.each([
  ["SLOT88: Situs Slot Gacor Hari Ini", "Link alternatif resmi, maxwin setiap hari", "yes"],
  ["Deneme Bonusu Veren Siteler 2026", "En iyi bahis siteleri ve casino siteleri", "yes"],
  ["สล็อตเว็บตรง ไม่ผ่านเอเย่นต์", "บาคาร่า คาสิโนออนไลน์", "yes"],
  ["Nhà cái uy tín số 1", "Cá cược thể thao, tài xỉu, nổ hũ", "yes"],
  ["먹튀검증 안전놀이터", "토토사이트 추천", "yes"],
  ["澳门娱乐城", "百家乐 老虎机 体育投注", "yes"],
  ["Онлайн казино 2026", "Игровые автоматы, бездепозитный бонус", "yes"],
  ["Best online casino bonuses", "Free spins and a no deposit bonus", "yes"],
  ["Museum of the town", "Paintings from four centuries", "no"],
  ["Slot machines in computing", "A slot of a bus takes a card", "no"],
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
