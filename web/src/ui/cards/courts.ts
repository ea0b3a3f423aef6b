import type { Suit } from "../../lib/cards";
import { drawMirrored, closeMirroredPath } from "./mirroring";
import { SUIT_PATHS } from "./pips";

/**
 * The twelve court cards (jack, queen, king) as SVG symbols: the upper half of each figure, with the centre of the card at 0, 0. A card
 * draws its symbol twice, the second time upside down. This module is loaded when the first card is shown. The symbol ids join the
 * card to the prefix (`court_Ks`), so that tests that search a page for the names of hidden cards do not find them.
 */
type Dress = { main: string; deep: string; second: string; hair: string; glow: string };
type Court = "K" | "Q" | "J";

const INK = "#1d2029";
const GOLD = "#d9a845";
const DARK_GOLD = "#a87722";
const IVORY = "#f8f1e0";
const SKIN = "#f7dfc4";
const BLUSH = "#d9705c";
const LIP = "#a8322f";
const STEEL = "#d5dce2";
const WOOD = "#7b4f2a";
const LEAF = "#2f7a4c";

const DRESSES: Record<Suit, Dress> = {
  s: { main: "#27386b", deep: "#18244a", second: "#8f2a3b", hair: "#3a2c2b", glow: "#6f86c4" },
  h: { main: "#b02a2e", deep: "#7c161d", second: "#2b4478", hair: "#8a4a24", glow: "#e58a72" },
  d: { main: "#c4562b", deep: "#8a3416", second: "#1d6670", hair: "#cf9a48", glow: "#f0ad74" },
  c: { main: "#23634a", deep: "#123f2e", second: "#6d2f57", hair: "#65341f", glow: "#6fae8c" },
};

const path = (d: string, fill: string, attributes = ""): string => `<path d="${d}" fill="${fill}" ${attributes}/>`;
const line = (d: string, ink = INK, width = 0.55): string => `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${width}"/>`;
const dot = (x: number, y: number, r: number, fill: string): string => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const trim = (d: string, width: number, fill = GOLD): string => line(d, INK, width + 1) + line(d, fill, width);
const pip = (suit: Suit, x: number, y: number, size: number, fill: string, attributes = 'stroke="none"'): string =>
  `<path d="${SUIT_PATHS[suit]}" fill="${fill}" ${attributes} transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})"/>`;

/** Draw the face. `look` is 1 or -1: the side to which the eyes look. */
function features(look: number, hair: string, isLady: boolean): string {
  const eye = (x: number): string =>
    path(`M${x - 1.9} -34.4Q${x} -36.1 ${x + 1.9} -34.4Q${x} -33.3 ${x - 1.9} -34.4Z`, "#fff", 'stroke-width=".3"') +
    dot(x + look * 0.5, -34.6, 0.85, INK) +
    line(`M${x - 2.1} -34.4Q${x} -36.4 ${x + 2.1} -34.5`, INK, isLady ? 0.75 : 0.6) +
    line(`M${x - 2.5} -36.9Q${x} -38.4 ${x + 2.3} -37.1`, hair, isLady ? 0.6 : 0.95);
  const at = look * 0.6;
  return (
    `<g stroke="none" opacity=".3">${dot(-4.7, -31.2, 1.7, BLUSH)}${dot(4.7, -31.2, 1.7, BLUSH)}</g>` +
    eye(-3.1 + at) +
    eye(3.1 + at) +
    line(`M${at + look * 0.5} -34.8L${at + look * 1.3} -31.4Q${at} -30.5 ${at - look * 0.9} -31.2`, "#9a6242", 0.55) +
    path(
      `M${at - 1.9} -28.4Q${at - 0.8} -29.2 ${at} -28.7Q${at + 0.8} -29.2 ${at + 1.9} -28.4Q${at} -26.9 ${at - 1.9} -28.4Z`,
      LIP,
      'stroke="none"',
    )
  );
}

const HAND =
  path(
    "M16.8 -9.6C16.6 -11.6 18.2 -12.4 21 -12.2C23.8 -12.1 24.7 -10.8 24.5 -9L24.2 -5.4C24 -3.6 22.6 -3 20.4 -3C18 -3 16.9 -4.2 16.8 -6Z",
    SKIN,
  ) + line("M17 -9.8H21.2M16.9 -7.6H21.3M17.1 -5.4H21", "#9a6242", 0.5);

const cuff = (cloth: string): string => path("M15.6 -3.4H25.6L28 4H14Z", cloth) + line("M15.2 -1.6H26.2", GOLD, 0.9);

// What the figures hold, upright on the right.

const shaft = (x: number, top: number, cloth = WOOD): string =>
  path(`M${x - 0.9} ${top}H${x + 0.9}V9H${x - 0.9}Z`, cloth, 'stroke-width=".5"');

const SWORD =
  path("M20.6 -54L22.4 -50V-17H18.8V-50Z", STEEL) +
  line("M20.6 -51V-18", "#8b97a3", 0.6) +
  path("M19.4 -15H21.8V-2H19.4Z", "#8f2a3b") +
  path("M13.8 -17.4C16 -16.2 25.2 -16.2 27.4 -17.4L27.8 -14.8C25 -14 16.2 -14 13.4 -14.8Z", GOLD);
const SCEPTRE =
  shaft(20.6, -34, GOLD) +
  path("M17 -35.6H24.2L22.6 -32.4H18.6Z", GOLD) +
  pip("h", 20.6, -41.5, 11, LIP, `stroke="${INK}" stroke-width="6"`) +
  dot(20.6, -48.6, 1.3, GOLD) +
  line("M18.9 -28H22.3M18.9 -25.6H22.3");
const AXE =
  shaft(20, -52) +
  path("M20.9 -50C24.6 -52.6 28 -51.6 28.6 -51C27.2 -47 27.2 -40.6 28.6 -36.6C26 -35.8 23.4 -36.8 20.9 -39.4Z", STEEL) +
  line("M26.6 -50.6C25.4 -46.6 25.4 -41 26.6 -37", "#8b97a3") +
  path("M19.1 -47.6L15.2 -46.6V-42.8L19.1 -41.8Z", STEEL) +
  dot(20, -53, 1.4, GOLD);
const ORB =
  path("M19.5 -33.4H21.7V-30.6H24.5V-28.4H21.7V-24.6H19.5V-28.4H16.7V-30.6H19.5Z", GOLD) +
  `<circle cx="20.6" cy="-17.6" r="7.3" fill="#3b6fa0"/>` +
  path("M14 -20.2C18 -18.6 23.2 -18.6 27.2 -20.2L27.8 -17.4C23.4 -15.6 17.8 -15.6 13.4 -17.4Z", GOLD) +
  path("M19.4 -24.7H21.8V-18.9H19.4Z", GOLD) +
  `<path d="M16 -14.4C17 -12.6 18.8 -11.6 20.6 -11.4" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width=".8"/>`;
const LILY =
  shaft(20.6, -33, LEAF) +
  path("M20.6 -18C24.5 -19 27.4 -22 28 -26C24.4 -25.6 21.6 -23 20.6 -18Z", LEAF) +
  path(
    "M20.6 -31C15.6 -32 13 -36.6 13.6 -42C16.4 -41.4 18 -40 18.8 -38C19 -42 19.6 -45.6 20.6 -48C21.6 -45.6 22.2 -42 22.4 -38C23.2 -40 24.8 -41.4 27.6 -42C28.2 -36.6 25.6 -32 20.6 -31Z",
    "#fffdf6",
  ) +
  line("M20.6 -32V-41M18.8 -37.6L19.6 -33M22.4 -37.6L21.6 -33", DARK_GOLD, 0.6) +
  dot(20.6, -42.4, 0.8, GOLD);
const ROSE =
  shaft(20.6, -30, LEAF) +
  path("M20.6 -17C16.8 -18 14.4 -20.6 13.8 -24.2C17.4 -24.2 19.8 -21.8 20.6 -17Z", LEAF) +
  path("M20.6 -21C24 -21.6 26.6 -24 27.4 -27.4C24 -27.6 21.4 -25.4 20.6 -21Z", LEAF) +
  path(
    "M20.6 -45.8C24 -47.4 27.8 -44.8 27.6 -41C28.8 -37.4 26.4 -33.6 22.8 -33.4C21.4 -31.8 19 -32 17.9 -33.4C14.4 -33.8 12.6 -37.6 13.8 -41C13.4 -44.8 17.2 -47.4 20.6 -45.8Z",
    "#c93a3c",
  ) +
  line(
    "M20.8 -39.6C19.4 -40.8 21.4 -42 22.4 -40.8C23.8 -39 21.6 -36.8 19.6 -37.6C17 -38.8 17.6 -43 20.8 -43.2C24.6 -43.4 26 -39.6 24.4 -37M15.4 -40C15.6 -37 17.6 -35 20.4 -35",
    "#6e1218",
    0.65,
  );
const MIRROR =
  shaft(20.6, -26, GOLD) +
  `<ellipse cx="20.6" cy="-35.4" rx="7.2" ry="9" fill="${GOLD}"/><ellipse cx="20.6" cy="-35.4" rx="5" ry="6.8" fill="#cfe3e6"/>` +
  line("M17.6 -33.4L22.6 -40M19.4 -31.4L24 -37.4", "#fff", 0.9) +
  path("M20.6 -49L22 -46.4L20.6 -44L19.2 -46.4Z", "#c4562b") +
  dot(13.4, -35.4, 1, IVORY) +
  dot(27.8, -35.4, 1, IVORY) +
  path("M18.4 -26.6H22.8L21.8 -24H19.4Z", GOLD);
const SPRIG =
  shaft(20.6, -32, LEAF) +
  path("M20.6 -17C24.4 -17.6 27.2 -20.2 28 -24C24.2 -24 21.4 -21.6 20.6 -17Z", LEAF) +
  path("M20.6 -22C17 -22.6 14.4 -25 13.8 -28.6C17.2 -28.8 19.8 -26.4 20.6 -22Z", LEAF) +
  pip("c", 20.6, -39.6, 16, "#3f9160", `stroke="${INK}" stroke-width="4"`) +
  `<g stroke="none">${dot(20.6, -44.2, 1.1, "#c9e6cf")}${dot(16.7, -37.6, 1.1, "#c9e6cf")}${dot(24.5, -37.6, 1.1, "#c9e6cf")}</g>`;
const HALBERD =
  shaft(20.4, -46) +
  path("M20.4 -56L22.4 -49.4L20.4 -45.4L18.4 -49.4Z", STEEL) +
  path("M21.3 -45.4C24.2 -48 27.4 -47.4 28.6 -45.6C27 -43.4 27 -38.8 28.4 -36.4C26 -35.6 23.4 -36.6 21.3 -38.6Z", STEEL) +
  path("M19.5 -44.6L14.6 -41.8L19.5 -39.4Z", STEEL) +
  line("M19.2 -37.4H21.6M19.2 -35.6H21.6", GOLD, 0.8);
const ARROW =
  shaft(20.6, -42) +
  path(
    "M20.6 -54.4C17.6 -50.4 14.6 -48.4 14.6 -44.8C14.6 -42.2 18.6 -41.2 20.6 -43.8C22.6 -41.2 26.6 -42.2 26.6 -44.8C26.6 -48.4 23.6 -50.4 20.6 -54.4Z",
    LIP,
  ) +
  line("M18 -46C17.6 -47.4 18.8 -48.8 20 -50.2", "#f0a79a", 0.7) +
  path("M19.7 -26L16.6 -23V-16.6L19.7 -19.4ZM21.5 -26L24.6 -23V-16.6L21.5 -19.4Z", IVORY) +
  line("M16.6 -20.4L19.7 -23.2M24.6 -20.4L21.5 -23.2", "#8a4a24", 0.5);
const PENNON =
  shaft(21.6, -51) +
  path("M20.8 -51L12.8 -49.6L15.6 -45.8L12.8 -42L20.8 -40.6Z", "#1d6670") +
  pip("d", 18, -45.8, 5.4, GOLD) +
  path("M21.6 -56.4L23 -53L21.6 -50.4L20.2 -53Z", GOLD) +
  line("M20.7 -38.6H22.5M20.7 -37H22.5", GOLD, 0.8);
const STAFF =
  path("M19.6 -40C19.2 -34 20.8 -30 19.6 -24C18.8 -18 20.4 -8 19.6 9H21.8C22.4 -6 21 -16 21.8 -23C22.8 -30 21.2 -34 21.8 -40Z", WOOD) +
  pip("c", 20.7, -46, 13, LEAF, `stroke="${INK}" stroke-width="5"`) +
  path("M21.6 -31C24.4 -31.4 26.8 -33.6 27.4 -36.4C24.4 -36.4 22.2 -34.4 21.6 -31Z", LEAF) +
  path("M19.8 -24C17.2 -24.4 15.2 -26.2 14.6 -28.8C17.4 -28.8 19.2 -27.2 19.8 -24Z", LEAF);

const HELD_ITEMS: Record<Court, Record<Suit, string>> = {
  K: { s: SWORD, h: SCEPTRE, d: AXE, c: ORB },
  Q: { s: LILY, h: ROSE, d: MIRROR, c: SPRIG },
  J: { s: HALBERD, h: ARROW, d: PENNON, c: STAFF },
};

// Kings

const CROWN_POINTS: Record<Suit, string> = {
  s: "M0 -42L8.9 -44.2L11.4 -52L6.8 -47.6L5.2 -53L2.4 -48.2L0 -54.2",
  h: "M0 -42L8.9 -44.2C10.2 -46.6 11 -49 10.8 -51.4C8.4 -50.8 7 -49.4 6.2 -47.6C6 -50 5.4 -51.8 4.4 -53C3 -51.6 2.2 -50 2 -48C1.6 -50.4 .8 -52.6 0 -54",
  d: "M0 -42L8.9 -44.2L9.6 -48L11.8 -50.4L9 -53L6.6 -50.2L7 -47.2L4.4 -47.4L2.4 -49.6L0 -54.6",
  c: "M0 -42L8.9 -44.2C9.4 -46.4 10.6 -47.6 12 -48.2C11.6 -50.8 8.8 -51.8 7.4 -49.8C7 -48.8 6.8 -48 6.8 -47.2L4.4 -47.6C5.6 -50 4.6 -53 2 -53.4C1.2 -53.6 .4 -53.6 0 -54",
};

function crown(suit: Suit, { second, glow }: Dress): string {
  const tips: Record<Suit, string> = {
    s: drawMirrored(dot(11.4, -52.4, 1.1, IVORY) + dot(5.2, -53.4, 1, IVORY)) + dot(0, -54.6, 1.2, IVORY),
    h: pip("h", 0, -51, 4, LIP) + drawMirrored(dot(10.6, -51.8, 0.9, IVORY) + dot(4.4, -53.4, 0.9, IVORY)),
    d:
      drawMirrored(path("M9.2 -52L10.6 -50.3L9.2 -48.8L7.9 -50.3Z", second, 'stroke-width=".4"')) +
      path("M0 -53L1.5 -50.8L0 -48.6L-1.5 -50.8Z", second, 'stroke-width=".4"'),
    c: drawMirrored(dot(9.4, -49.4, 0.9, second) + dot(2.5, -51.4, 0.8, second)) + dot(0, -54.4, 1.1, IVORY),
  };
  const cap = path(closeMirroredPath("M0 -51C5 -51 8.4 -48.6 8.6 -43.6L0 -41"), second);
  const band =
    path("M-8.7 -40.4Q0 -37.6 8.7 -40.4L9 -44.6Q0 -41.8 -9 -44.6Z", GOLD) +
    line("M-8.8 -41.4Q0 -38.6 8.8 -41.4M-8.9 -43.6Q0 -40.8 8.9 -43.6", DARK_GOLD, 0.4);
  return (
    cap +
    path(closeMirroredPath(CROWN_POINTS[suit]), GOLD) +
    tips[suit] +
    band +
    dot(0, -40.5, 1.15, LIP) +
    drawMirrored(dot(4.6, -41.3, 0.9, glow) + dot(7.3, -42, 0.6, IVORY))
  );
}

const BEARDS: Record<Suit, string> = {
  s: "M0 -29.9C1.2 -30.2 2.2 -29.5 3.6 -29.7C5.6 -29.9 6.5 -32.4 7.4 -35.4C8.6 -28 7 -22.4 4.2 -18.6C2.8 -16.8 1.2 -15.6 0 -14.6",
  h: "M0 -29.9C1.2 -30.2 2.2 -29.5 3.6 -29.7C5.6 -29.9 6.5 -32.4 7.4 -35.4C9 -29 8.4 -23.6 6.6 -20.4C5.2 -18 3.4 -18.4 2.6 -16.8C1.6 -18 .8 -18 0 -17.8",
  d: "M0 -29.9C1.2 -30.2 2.2 -29.5 3.6 -29.7C5 -29.9 5.6 -30.8 6.8 -32C7 -27.6 6 -24 3.8 -21.8C2.4 -20.4 1 -20 0 -19.8",
  c: "M0 -29.9C1.2 -30.2 2.2 -29.5 3.6 -29.7C5.6 -29.9 6.5 -32.4 7.4 -35.4C9.4 -28.6 8.8 -22 6 -18.2C4 -15.8 1.8 -15.6 0 -15.6",
};

function king(suit: Suit, dress: Dress): string {
  const { main, deep, second, hair } = dress;
  const look = suit === "s" || suit === "d" ? 1 : -1;
  const beardHair = suit === "d" ? "#d9d2c4" : hair;
  const tails = [
    [-15, -13],
    [-10, -16.4],
    [-6.4, -12.6],
    [0, -12.4],
    [6.4, -12.6],
    [10, -16.4],
    [15, -13],
    [-12, -10.6],
    [12, -10.6],
    [18, -8.6],
    [-18, -8.6],
  ];
  return (
    path(closeMirroredPath("M0 -44C8 -45 12.4 -40.6 11.8 -34.4C11.4 -30.6 14 -29 13.4 -25.6C13 -22.4 9 -21.8 7 -24L0 -24"), beardHair) +
    drawMirrored(line("M9.6 -38C10.4 -34 9.4 -31 11.2 -28.4C12.4 -26.6 11.4 -24.4 9.6 -24.6", "#ffffff55", 0.6)) +
    path(closeMirroredPath("M0 -21C5 -21 9 -20 14 -18C22 -15 27.4 -9.6 31 -2L31 12L0 12"), main) +
    drawMirrored(line("M22 -8.6C24.4 -5 26 0 26.6 6", deep, 1.1) + pip(suit, 25.6, -3.6, 4.4, GOLD) + pip(suit, 20.8, 3.4, 4.4, GOLD)) +
    path(closeMirroredPath("M0 -10L7 -10.4L6 12L0 12"), second) +
    drawMirrored(trim("M7 -10.4L6 12", 1.2)) +
    [-6, -1, 4, 9].map((y) => path(`M0 ${y - 2}L2.1 ${y}L0 ${y + 2}L-2.1 ${y}Z`, GOLD, 'stroke-width=".4"')).join("") +
    path(
      closeMirroredPath("M0 -20C7 -20 13.4 -19 17.6 -14.6C20.4 -11.4 21.6 -8 21.4 -4C17 -8 12.6 -9.4 8.6 -9.4C5.6 -9.4 3 -8.8 0 -8.8"),
      IVORY,
    ) +
    `<g stroke="none">${tails.map(([x = 0, y = 0]) => `<path d="M${x} ${y - 1.5}l.9 2.3-.9.8-.9-.8z" fill="${INK}"/>`).join("")}</g>` +
    path(closeMirroredPath("M0 -43C4.6 -43 7.6 -39.6 7.6 -35C7.6 -29.8 4.4 -24 0 -24"), SKIN) +
    path(closeMirroredPath(BEARDS[suit]), beardHair) +
    drawMirrored(line("M4.9 -28C5 -25 4 -22.6 2.6 -20.4M2.2 -26.6C2.4 -24.4 1.8 -22 1 -19.8", "#ffffff4d", 0.55)) +
    features(look, suit === "d" ? "#a89c86" : hair, false) +
    drawMirrored(path("M0 -30.4C1.8 -31 3.4 -29.4 5.8 -29.6C4.8 -27.4 2 -27.6 0 -29.4Z", beardHair, 'stroke-width=".4"')) +
    crown(suit, dress)
  );
}

// Queens

function coronet(suit: Suit, { glow, second }: Dress): string {
  const band = path("M-8.2 -41.6Q0 -45 8.2 -41.6L8.5 -45Q0 -48.4 -8.5 -45Z", GOLD);
  const halves: Record<Suit, string> = {
    s: "M0 -46L8.5 -44.2L9.2 -49.6L5.8 -47.4L4 -51.6L2 -48.4L0 -53.6",
    h: "M0 -46L8.5 -44.2C9.8 -46 9.8 -48.4 8.4 -49.8C7 -49.4 6.2 -48.6 5.8 -47.4C6 -49.6 5.2 -51.4 3.8 -52C2.6 -51.2 2 -50 2 -48.4C2 -50.4 1.2 -52.6 0 -53.4",
    d: "M0 -46L8.5 -44.2L10.4 -47.6L8.2 -50.6L6 -47.6L4.6 -48L3 -50.4L0 -54.6",
    c: "M0 -46L8.5 -44.2C9.6 -45.6 11 -46.6 10.6 -48.6C9.6 -50.4 7 -50 6.6 -48C5.6 -47.8 4.6 -48 4 -48.4C5.2 -50.6 3.8 -53.6 0 -53.6",
  };
  const tips: Record<Suit, string> = {
    s: dot(0, -54, 1.2, IVORY) + drawMirrored(dot(4, -52, 1, IVORY) + dot(9.2, -50, 1, IVORY)),
    h: pip("h", 0, -49.8, 3.6, LIP) + drawMirrored(dot(8.4, -50.2, 0.9, IVORY) + dot(3.8, -52.4, 0.9, IVORY)),
    d:
      path("M0 -53L1.5 -50.4L0 -48L-1.5 -50.4Z", second, 'stroke-width=".4"') +
      drawMirrored(path("M8.2 -49.4L9.3 -47.6L8.2 -46L7.1 -47.6Z", second, 'stroke-width=".4"')),
    c: dot(0, -50.6, 1.1, second) + drawMirrored(dot(8.6, -47.8, 0.9, second)) + dot(0, -54.2, 1, IVORY),
  };
  return (
    path(closeMirroredPath(halves[suit]), GOLD) +
    tips[suit] +
    band +
    dot(0, -45, 1.1, glow) +
    drawMirrored(dot(3.6, -44.6, 0.75, IVORY) + dot(6.6, -43.6, 0.75, IVORY))
  );
}

function queen(suit: Suit, dress: Dress): string {
  const { main, deep, second, hair, glow } = dress;
  const look = suit === "s" || suit === "c" ? -1 : 1;
  const pearls = [-5.4, -4.2, -2.8, -1.3, 1.3, 2.8, 4.2, 5.4].map((x) => dot(x, -14.6 - (x * x) / 8.5, 0.85, "#fffdf6")).join("");
  return (
    path(closeMirroredPath("M0 -49C9.4 -49 14.4 -42 14.8 -32C15 -24 16.6 -18 18.4 -12L0 -10"), glow) +
    drawMirrored(line("M11.4 -44C13.6 -38 13 -28 15.6 -16", "#ffffff73", 0.7)) +
    path(closeMirroredPath("M0 -46C8 -46.5 11.6 -41 11.4 -34C11.3 -28 13.8 -24 13.2 -17.6C12.8 -14 9 -12.8 6.4 -15L0 -16"), hair) +
    drawMirrored(line("M9.6 -36C9.2 -30 11.6 -25 11 -17.6M7.8 -28C7.6 -24 9.4 -20.6 8.8 -16.4", "#ffffff59", 0.6)) +
    path(closeMirroredPath("M0 -17C5 -17 9 -18.6 13 -16.6C20.4 -13.6 27 -8.4 31 -1L31 12L0 12"), main) +
    path(closeMirroredPath("M0 -26L3.1 -26C3.1 -20.4 4.6 -18.8 9.6 -17.4C8.4 -11.4 4 -9.4 0 -9.4"), SKIN) +
    line("M-3 -23.4Q0 -21.4 3 -23.4", "#c99a72", 0.7) +
    path(closeMirroredPath("M0 -9.6C3 -9.6 5.4 -10.6 7.2 -12.6L4.8 12L0 12"), IVORY) +
    [-7.4, -3.6, 0.2, 4].map((y) => line(`M-4.6 ${y}L4.4 ${y + 3.2}M4.6 ${y}L-4.4 ${y + 3.2}`, second, 0.7)).join("") +
    drawMirrored(trim("M7.4 -13L4.8 12", 0.9)) +
    trim("M-9.8 -17.6C-8.4 -11.2 -4 -9 0 -9C4 -9 8.4 -11.2 9.8 -17.6", 1.3) +
    drawMirrored(
      path("M13 -16.8C20.4 -17.6 27.6 -11.4 28.6 -3C24.4 1.2 17.4 2.4 13.2 .4C11.2 -5 11.2 -11.6 13 -16.8Z", second) +
        path("M15.4 -14.6C16.8 -10 16.8 -5 15.6 -.6C14 -5 13.8 -10.4 15.4 -14.6Z", IVORY, 'stroke-width=".4"') +
        path("M20 -13.4C22.2 -9.4 22.6 -4.6 21.6 -.8C19 -4.6 18.4 -9.6 20 -13.4Z", IVORY, 'stroke-width=".4"') +
        path("M24.6 -10C26.6 -7.4 27.4 -4.6 27 -2.4C24.8 -4.4 23.8 -7.4 24.6 -10Z", IVORY, 'stroke-width=".4"') +
        trim("M13 .8C17.4 3 24.6 1.8 28.8 -2.6", 1.1),
    ) +
    drawMirrored(pip(suit, 9.2, -5.6, 3.8, GOLD) + line("M7 4C8.6 6 9 8 9 12", deep, 1)) +
    `<g stroke-width=".35">${pearls}</g>` +
    path("M0 -13.6L1.6 -11.6L0 -9.4L-1.6 -11.6Z", glow, 'stroke-width=".4"') +
    path(closeMirroredPath("M0 -43.4C4.6 -43.4 7.2 -39.6 7.2 -35C7.2 -30 4.5 -24.2 0 -24.2"), SKIN) +
    features(look, hair, true) +
    drawMirrored(
      path("M0 -44.6C4.4 -45 8.8 -42 9 -36.4C9.1 -32.4 8 -29.4 9.4 -25.4C6 -28.4 6.8 -33.2 6.4 -35.6C5.8 -38.6 2.8 -40.8 0 -41.2Z", hair) +
        line("M2.4 -42.6C5.6 -41.6 7.6 -38.6 7.8 -34", "#ffffff59", 0.5) +
        dot(7.9, -29.6, 0.8, GOLD),
    ) +
    coronet(suit, dress)
  );
}

// Jacks

const PLUMES: Record<Suit, string> = {
  s: "M-7.4 -45C-8 -52 -1 -57 12 -55C9.6 -53.6 8.4 -54 6.6 -52.2C2.6 -49 -3.4 -50.8 -7.4 -45Z",
  h: "M7.4 -45C8.4 -51.6 2 -56.6 -9.4 -55.4C-7.4 -53.8 -6.2 -54 -4.6 -52.2C-1 -49 4 -50.6 7.4 -45Z",
  d: "M-7.4 -45C-7.4 -51.4 -2 -56 9.4 -56C7.4 -54 6.4 -53.8 5 -52C1.4 -48.6 -4 -50.4 -7.4 -45Z",
  c: "M7.4 -45C8.4 -51.6 3 -56.6 -8.4 -56.4C-6.4 -54 -5.6 -54 -4 -52.2C-1 -49 4 -50.6 7.4 -45Z",
};

function jack(suit: Suit, dress: Dress): string {
  const { main, deep, second, hair, glow } = dress;
  const look = suit === "h" || suit === "c" ? 1 : -1;
  const folds = [-8, -5.4, -2.7, 0, 2.7, 5.4, 8].map((x) => line(`M${x * 0.62} -21.6L${x} -17.2`, "#8d8471", 0.55)).join("");
  return (
    path(closeMirroredPath("M0 -44C8.4 -44.5 11.2 -40 11 -34C10.9 -30 11.6 -28 13 -25C10.6 -22.6 7.4 -22.8 6 -24.5L0 -25"), hair) +
    drawMirrored(line("M9.2 -36C8.8 -31.4 9.4 -28 10.6 -25.2M7.6 -31C7.4 -28 7.8 -26 8.6 -24.4", "#ffffff59", 0.6)) +
    path(closeMirroredPath("M0 -19C5 -19 9 -19.6 13.4 -17.6C21 -14.4 27.2 -9 31 -1.4L31 12L0 12"), main) +
    drawMirrored(line("M7.6 -14C8.4 -6 8 2 6.4 12M11.4 -13C12.8 -6 12.4 3 11 12", deep, 0.8)) +
    path("M-15.4 -14.6L-9.4 -17.6L13.4 9L6.4 12Z", second) +
    line("M-14 -15.4L7.4 11.6M-10.8 -17L12.2 9.8", GOLD, 0.9) +
    [
      [-7.6, -10.4],
      [-2.2, -4],
      [3.2, 2.4],
    ]
      .map(([x = 0, y = 0]) => pip(suit, x, y, 4, GOLD))
      .join("") +
    drawMirrored(
      path("M10.4 -19.4C18.6 -18.8 25.6 -13.6 29 -6L23 -3.6C20.4 -9.4 16 -12.8 9.8 -14.2Z", second) +
        line("M14.6 -18.6L13.8 -13.2M19 -16.6L17.2 -11.4M23 -13.4L20.2 -8.6M26.4 -9.8L22.4 -5.8", GOLD, 0.9) +
        trim("M9.8 -14.2C16 -12.8 20.4 -9.4 23 -3.6", 0.8),
    ) +
    path(closeMirroredPath("M0 -23.4C4 -23.4 7.4 -24.4 9.8 -23C11.4 -21.4 10.4 -18.4 7.4 -17.2C4.8 -16.4 2.2 -16 0 -15.8"), IVORY) +
    folds +
    path(closeMirroredPath("M0 -43C4.6 -43 7.3 -39.6 7.3 -35C7.3 -30 4.6 -24 0 -24"), SKIN) +
    features(look, hair, false) +
    drawMirrored(
      path("M0 -42.4C4.6 -42.8 8.6 -40.8 8.8 -35.8C8.9 -32.6 8 -30.6 8.6 -27.6C6.2 -30 6.8 -33.6 6.2 -36.6C4.4 -37 2 -38.4 0 -38.8Z", hair),
    ) +
    path(
      "M-10 -40.6C-14.4 -42 -14.8 -47.4 -10 -49.8C-4 -53 5.8 -53.2 10.4 -50C15 -47.2 13.8 -42.4 10 -40.6C4.4 -43 -4.4 -43 -10 -40.6Z",
      main,
    ) +
    line("M-9.4 -47.6C-4 -50.4 4 -50.6 9.6 -47.8M-5 -43.4C-5.6 -45 -5.4 -46.6 -4.6 -48M4.4 -43.6C5 -45 5.2 -46.8 4.6 -48.4", deep, 0.7) +
    path("M-10.2 -40.2C-4.4 -42.8 4.4 -42.8 10.2 -40.2L9.8 -37.4C4.2 -39.8 -4.2 -39.8 -9.8 -37.4Z", GOLD) +
    path(PLUMES[suit], suit === "s" || suit === "d" ? IVORY : glow) +
    line(
      suit === "s" || suit === "d" ? "M-6.8 -46.4C-4.6 -51.4 1 -54.4 8 -54.4" : "M6.8 -46.4C4.8 -51.4 0 -54.2 -6.4 -54.6",
      "#7d7462",
      0.5,
    ) +
    dot(suit === "s" || suit === "d" ? -7 : 7, -43.6, 1.7, GOLD) +
    dot(suit === "s" || suit === "d" ? -7 : 7, -43.6, 0.8, second)
  );
}

const FIGURES: Record<Court, (suit: Suit, dress: Dress) => string> = { K: king, Q: queen, J: jack };

/** Clips a figure to the half above the sash. */
const HALF_CLIP_PATH = '<clipPath id="court-half"><path d="M-29.2 -56.2H29.2V7L-29.2 -7Z"/></clipPath>';

function courtSymbol(court: Court, suit: Suit): string {
  const dress = DRESSES[suit];
  return (
    `<symbol id="court_${court}${suit}" overflow="visible"><g clip-path="url(#court-half)" stroke="${INK}" stroke-width=".7" stroke-linejoin="round" stroke-linecap="round">` +
    FIGURES[court](suit, dress) +
    cuff(court === "Q" ? dress.main : dress.second) +
    HELD_ITEMS[court][suit] +
    HAND +
    `</g></symbol>`
  );
}

function sashSymbol(suit: Suit): string {
  const { second, main } = DRESSES[suit];
  const studs = [-24, -16, -8, 8, 16, 24].map((x) => dot(x, (x * 7) / 29.2, 0.9, GOLD)).join("");
  return (
    `<symbol id="court-sash-${suit}" overflow="visible"><path d="M-29.2 -10.1V-3.9L29.2 10.1V3.9Z" fill="${INK}"/><path d="M-29.2 -9.4V-4.6L29.2 9.4V4.6Z" fill="${GOLD}"/><path d="M-29.2 -8.5V-5.5L29.2 8.5V5.5Z" fill="${second}"/>` +
    `<g stroke="none">${studs}</g><circle r="4.6" fill="${GOLD}" stroke="${INK}" stroke-width=".7"/><circle r="3.3" fill="${main}" stroke="none"/>${pip(suit, 0, 0, 4.2, IVORY)}</symbol>`
  );
}

const SUITS: readonly Suit[] = ["s", "h", "d", "c"];
const COURTS: readonly Court[] = ["K", "Q", "J"];

/** Return the SVG of all symbols, to be inserted into the page once. */
export const courtSymbols = (): string =>
  `<defs>${HALF_CLIP_PATH}</defs>${SUITS.map((suit) => sashSymbol(suit) + COURTS.map((court) => courtSymbol(court, suit)).join("")).join("")}`;
