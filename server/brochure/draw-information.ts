import { drawStave, drawMark } from '../drawing/pdf/draw-mark.ts';
import { decorate, addGroup } from '../drawing/pdf/tagged-pdf.ts';
import {
  bottom,
  left,
  styles,
  top,
  addPage,
  width,
  sectionHeight,
  writePart,
  writeSection,
  type BrochurePdf,
} from './page-layout.ts';
import type { BrochureText } from './collect-brochure.ts';
import { mm } from '../drawing/pdf/theme.ts';

/** Draws the pages of text: tickets, venues, association. */
export function drawInformation(brochure: BrochurePdf): void {
  const { data, t } = brochure;
  const { association, about } = data;
  drawTextPages(brochure, t.information, [
    ...data.information,
    ...reductions(brochure),
    {
      heading: association.name,
      paragraphs: [
        `${association.street}, ${association.postalCode} ${association.city}\n${association.phone}\n${association.email}`,
      ],
    },
  ]);
  drawTextPages(
    brochure,
    t.venues,
    data.venues.map(({ name, description, accessNote }) => ({
      heading: name,
      paragraphs: [[description, accessNote ?? ''].join(' ').trim()],
    })),
  );
  drawTextPages(brochure, about.title, [
    ...about.sections,
    ...about.logoGroups.map(({ heading, logos }) => ({
      heading,
      paragraphs: [logos.map(({ name, line }) => `${name}, ${line}`).join('; ')],
    })),
  ]);
}

function reductions({ data, t }: BrochurePdf): BrochureText[] {
  if (data.reductions.length === 0) return [];
  const lines = data.reductions.map(({ name, note }) => `${name}: ${note}`);
  return [{ heading: t.reductions, paragraphs: [lines.join('\n')] }];
}

/** Draws sections under one heading. A section that does not fit starts a new page. */
function drawTextPages(brochure: BrochurePdf, title: string, texts: BrochureText[]): void {
  const section = addGroup(brochure, brochure.root, 'Sect');
  startTextPage(brochure);
  brochure.pdf.outline.addItem(title);
  let y = writePart(brochure, section, ['H2', title, styles.heading], top + 34);
  for (const words of texts) {
    if (y + sectionHeight(brochure, words) > bottom && y > top + 60) {
      startTextPage(brochure);
      y = top + 8;
    }
    y = writeSection(brochure, section, words, y);
  }
}

function startTextPage(brochure: BrochurePdf): void {
  addPage(brochure, brochure.data.festival.name);
  decorate(brochure, () => drawStave(brochure.pdf, { x: left, y: top, width }));
}

/** Draws the first page: the festival in a few words, and how to read its pictures. */
export function drawWelcome(brochure: BrochurePdf): void {
  const { data, t } = brochure;
  const section = addGroup(brochure, brochure.root, 'Sect');
  addPage(brochure, data.festival.name);
  let y = top + 15;
  y = writePart(brochure, section, ['P', data.lead, styles.lead], y, {
    x: left,
    width: width * 0.86,
  });
  for (const words of data.welcome) y = writeSection(brochure, section, words, y);
  if (data.festival.ground === undefined)
    drawHowToRead(brochure, section, { heading: t.howToRead, paragraphs: [t.howToReadText] });
}

/** Draws the explanation of the pictures at the foot of the page. */
function drawHowToRead(
  brochure: BrochurePdf,
  section: BrochurePdf['root'],
  words: { heading: string; paragraphs: string[] },
): void {
  // the mark shows how movements rise; a festival's own logo does not
  const hasMark = brochure.data.festival.logo === undefined;
  const indent = hasMark ? 48 : 0;
  const column = { x: left + indent, width: width - indent };
  const y = bottom - sectionHeight(brochure, words, column) - 8;
  decorate(brochure, () => {
    drawStave(brochure.pdf, { x: left, y, width });
    if (hasMark) drawMark(brochure.pdf, { x: left, y: y + 21, width: mm(12) });
  });
  writeSection(brochure, section, words, y + 6, column);
}
