import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { documentTexts } from '#messages/documents.ts';
import type { Buyer, Seller } from './document-data.ts';
import { drawMark, drawRule } from '../../drawing/pdf/draw-mark.ts';
import {
  display,
  displayItalic,
  ink,
  ink2,
  mm,
  sans,
  sansBold,
  textFont,
} from '../../drawing/pdf/theme.ts';
import {
  decorate,
  textHeight,
  addGroup,
  part,
  type TaggedPdf,
  write,
} from '../../drawing/pdf/tagged-pdf.ts';

/** A4 with the address window of DIN 5008, form B. */
export const pageSize: [number, number] = [mm(210), mm(297)];
/** Edges of the text, and its width, in points. */
export const left = mm(22);
export const width = mm(210) - mm(22) - mm(20);
export const right = left + width;
/** Content that continues over pages stays between these. */
export const top = mm(22);
export const bottom = mm(297) - mm(36);
/** A smaller bottom margin than ours, so that the library adds no page breaks of its own. */
export const pageMargins = { top, right: mm(20), bottom: mm(18), left };

const headBaseline = mm(27);
const windowTop = mm(52);
/** From the first to the last line of an address (DIN 5008, form B: 27.3 mm high). */
const addressDepth = mm(27.3);
const infoLeft = mm(132);
const footTop = mm(297) - mm(27);
const small = { font: sans, size: 8.2, color: ink2, leading: 1.35 } as const;

/** Draws mark, wordmark and tagline at the head of the first page. */
export function drawHead(document: TaggedPdf, seller: Seller): void {
  const { pdf, root } = document;
  decorate(document, () =>
    drawMark(pdf, { x: left, y: headBaseline - 27, width: 38 }, seller.logo),
  );
  const x = left + 50;
  part(document, root, 'P', () => {
    write(
      pdf,
      seller.shortName,
      { x, baseline: headBaseline, width: mm(120) },
      { font: display, size: 37, leading: 1, tracking: -0.022 },
    );
    write(
      pdf,
      seller.tagline,
      { x: infoLeft, baseline: headBaseline, width: right - infoLeft },
      { font: displayItalic, size: 14, leading: 1 },
    );
  });
}

/** Draws sender and the buyer's address, for the window of an envelope. */
export function drawAddress(document: TaggedPdf, seller: Seller, buyer: Buyer): void {
  const { pdf, root } = document;
  const sender = [seller.name, seller.street, `${seller.postalCode} ${seller.city}`].join(' · ');
  part(document, root, 'P', () => {
    write(pdf, sender, { x: left, baseline: windowTop, width: mm(100) }, { ...small, size: 7.2 });
  });
  const lines = [
    `${buyer.firstName} ${buyer.lastName}`,
    buyer.street,
    `${buyer.zip} ${buyer.city}`,
    ...(buyer.country === null ? [] : [buyer.country]),
    // complimentary tickets need no address
  ].filter((line) => line.trim() !== '');
  const address = lines.join('\n');
  const place = { x: left, baseline: windowTop + 24, width: mm(90) };
  // the window has room for six lines; a longer address gets a smaller size
  const style = (size: number) => ({ font: textFont, size, leading: 1.28 }) as const;
  const fits = (size: number) => textHeight(pdf, address, place.width, style(size)) <= addressDepth;
  const size = [12, 11, 10, 9, 8, 7].find(fits) ?? 6;
  part(document, root, 'P', () => {
    write(pdf, address, place, style(size));
  });
}

/** Draws labels with their values beside the address. */
export function drawInfoBlock(document: TaggedPdf, rows: [label: string, value: string][]): void {
  const { pdf, root } = document;
  let baseline = windowTop + 6;
  for (const [label, value] of rows) {
    part(document, root, 'P', () => {
      const place = { x: infoLeft, width: right - infoLeft };
      write(pdf, label, { ...place, baseline }, small);
      // a long value takes a second line and moves the next row down
      const last = write(
        pdf,
        value,
        { ...place, baseline: baseline + 13 },
        { font: sansBold, size: 10.5, hasTabularFigures: true },
      );
      baseline = last + 18;
    });
  }
}

/** Draws the foot of every page: the association's legal information and the page number. */
export function drawFeet(document: TaggedPdf, seller: Seller, language: Language): void {
  const { pdf } = document;
  const { count: pages } = pdf.bufferedPageRange();
  for (let page = 0; page < pages; page++) {
    pdf.switchToPage(page);
    // the foot is below the margin; otherwise the library would add a page for it
    pdf.page.margins.bottom = 0;
    decorate(document, () =>
      drawRule(pdf, { x: left, y: footTop + 10, width }, { color: ink, weight: 0.6 }),
    );
    // tagged on the first page only, so that a screen reader reads it once
    if (page === 0) drawFootColumns(document, seller, language);
    else decorate(document, () => drawFootColumnsOn(document, seller, language, (draw) => draw()));
    if (pages > 1) {
      const t = pickTexts(documentTexts, language);
      decorate(document, () => {
        write(
          pdf,
          t.page({ page: page + 1, pages }),
          { x: left, baseline: footTop, width },
          { ...small, align: 'right' },
        );
      });
    }
  }
}

function drawFootColumns(document: TaggedPdf, seller: Seller, language: Language): void {
  const section = addGroup(document, document.root, 'Sect');
  drawFootColumnsOn(document, seller, language, (draw) => part(document, section, 'P', draw));
}

function drawFootColumnsOn(
  { pdf }: TaggedPdf,
  seller: Seller,
  language: Language,
  each: (draw: () => void) => void,
): void {
  const t = pickTexts(documentTexts, language);
  const columns = [
    [seller.name, seller.street, `${seller.postalCode} ${seller.city}`],
    [
      `${seller.registerCourt}, ${seller.registerNumber}`,
      t.taxOffice({ office: seller.taxOffice, id: seller.taxId }),
      seller.representatives.join(', '),
    ],
    [seller.email, seller.phone, seller.website.replace(/^https?:\/\//, '')],
  ];
  const starts = [left, left + mm(52), left + mm(122)];
  columns.forEach((lines, i) => {
    each(() => {
      const x = starts[i] ?? left;
      const end = starts[i + 1] ?? right + mm(4);
      write(
        pdf,
        lines.join('\n'),
        { x, baseline: footTop + 24, width: end - x - mm(3) },
        { ...small, size: 7.8 },
      );
    });
  });
}
