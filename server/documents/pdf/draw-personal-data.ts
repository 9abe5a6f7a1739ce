import { formatDate } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { personalDataTexts } from '#messages/office/personal-data.ts';
import { drawRule } from '../../drawing/pdf/draw-mark.ts';
import { display, line, mm, sans, sansBold, ink2, textFont } from '../../drawing/pdf/theme.ts';
import {
  addGroup,
  closeTaggedPdf,
  decorate,
  lineDistance,
  openTaggedPdf,
  part,
  textHeight,
  type TaggedPdf,
  type TextStyle,
  write,
} from '../../drawing/pdf/tagged-pdf.ts';
import type { PersonalDataPart } from '../describe-personal-data.ts';
import type { Seller } from './document-data.ts';
import { ensureRoom } from './draw-order-lines.ts';
import { drawFeet, drawHead, left, pageMargins, pageSize, width } from './letterhead.ts';

/** What a person who asks for their data gets. */
export interface PersonalDataLetter {
  language: Language;
  seller: Seller;
  email: string;
  /** ISO 8601. */
  madeAt: string;
  privacyUrl: string;
  parts: PersonalDataPart[];
}

const labelWidth = mm(46);
const title: TextStyle = { font: display, size: 30, leading: 1.05, tracking: -0.018 };
const heading: TextStyle = { font: display, size: 19, leading: 1.1 };
const text: TextStyle = { font: textFont, size: 11, leading: 1.4 };
const label: TextStyle = { font: sans, size: 9, leading: 1.35, color: ink2 };
const value: TextStyle = { font: sans, size: 10, leading: 1.35 };
/** More of one value stands on several pages, in pieces. */
const MAX_PIECE_LENGTH = 2_000;

/** Draws what is stored about a person, on A4: part by part, entry by entry (Art. 15 GDPR). */
export async function drawPersonalData(letter: PersonalDataLetter): Promise<Uint8Array> {
  const { language, seller, email, privacyUrl, parts } = letter;
  const t = pickTexts(personalDataTexts, language);
  const document = openTaggedPdf({
    language,
    title: `${t.title}: ${email}`,
    author: seller.name,
    size: pageSize,
    margins: pageMargins,
    createdAt: new Date(letter.madeAt),
  });
  drawHead(document, seller);
  let y = drawText(document, mm(48), 'H1', t.title, title);
  const date = formatDate(letter.madeAt, language);
  y = drawText(document, y + 6, 'P', t.intro({ name: seller.name, email, date }), text);
  y = drawText(document, y + 4, 'P', `${t.purposes} ${privacyUrl}`, text);
  for (const { heading: name, entries } of parts) {
    y = drawText(document, ensureRoom(document, y + 14, 70), 'H2', name, heading);
    if (entries.length === 0) y = drawText(document, y + 2, 'P', t.nothing, text);
    for (const entry of entries) y = drawEntry(document, y, entry);
  }
  drawFeet(document, seller, language);
  return await closeTaggedPdf(document);
}

/** Writes a paragraph below `y` and returns the y below it. */
function drawText(
  document: TaggedPdf,
  y: number,
  tag: string,
  words: string,
  style: TextStyle,
): number {
  let last = y;
  part(document, document.root, tag, () => {
    const place = { x: left, baseline: y + lineDistance(style), width };
    last = write(document.pdf, words, place, style);
  });
  return last;
}

function drawEntry(document: TaggedPdf, from: number, entry: [string, string][]): number {
  const { pdf, root } = document;
  let y = ensureRoom(document, from + 10, 30);
  decorate(document, () => {
    drawRule(pdf, { x: left, y, width }, { color: line, weight: 0.6 });
  });
  const group = addGroup(document, root, 'Sect');
  for (const [name, words] of entry) {
    for (const [index, piece] of splitLong(words).entries()) {
      const column = { x: left + labelWidth, width: width - labelWidth };
      const height = textHeight(pdf, piece, column.width, value) + lineDistance(value);
      y = ensureRoom(document, y, height);
      const baseline = y + 14;
      part(document, group, 'P', () => {
        if (index === 0) write(pdf, name, { x: left, baseline, width: labelWidth - 8 }, label);
        y = write(pdf, piece, { ...column, baseline }, { ...value, font: isName(name, entry) });
      });
    }
  }
  return y + 2;
}

/** The first value names its entry. */
const isName = (name: string, entry: [string, string][]) =>
  name === entry[0]?.[0] ? sansBold : sans;

const splitLong = (words: string): string[] =>
  Array.from({ length: Math.ceil(words.length / MAX_PIECE_LENGTH) }, (_, index) =>
    words.slice(index * MAX_PIECE_LENGTH, (index + 1) * MAX_PIECE_LENGTH),
  );
