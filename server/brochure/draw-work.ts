import { romanNumeral } from '#contract/programme-typography.ts';
import {
  textHeight,
  addGroup,
  lineDistance,
  part,
  type Pdf,
  type TextStyle,
  widthOf,
  write,
  writeRuns,
} from '../drawing/pdf/tagged-pdf.ts';
import { type BrochurePdf, left, right, styles, width } from './page-layout.ts';
import type { BrochureWork } from './collect-brochure.ts';

type Section = BrochurePdf['root'];

/** Works stand at the left, musicians at the right. */
const CAST_WIDTH = 107;
const column = { x: left, width: width - CAST_WIDTH - 12 };
const castColumn = { x: right - CAST_WIDTH, width: CAST_WIDTH };
/** Steps from one line to the next, in points, before spacing. */
const steps = { venue: 14, composer: 17, sameComposer: 5, title: 16.5, movement: 13, cast: 10.6 };
const castName: TextStyle = { ...styles.smallBold, leading: steps.cast / styles.smallBold.size };

/** The baseline above a work, and a factor for the distance between its lines. */
interface WorkPosition {
  from: number;
  spacing: number;
}

/** Height of `drawWork` in points. */
export function workHeight({ pdf }: BrochurePdf, work: BrochureWork, spacing: number): number {
  const title = titleHeight(pdf, work);
  const movements = work.movements.reduce((sum, movement) => {
    const room = column.width - indentOf(pdf, work);
    return sum + steps.movement * spacing + textHeight(pdf, movement.title, room, styles.movement);
  }, 0);
  const own = steps.title * spacing + title + movements;
  const cast = work.players.reduce((sum, { name, instrument }) => {
    return sum + steps.cast + textHeight(pdf, `${name} ${instrument}`, CAST_WIDTH, castName);
  }, 0);
  const isAlone = work.composer === null;
  return headStep(work) * spacing + Math.max(own, cast + (isAlone ? 0 : -steps.cast)) + 2;
}

/** Height from the first to the last baseline of title and numbers. */
function titleHeight(pdf: BrochurePdf['pdf'], work: BrochureWork): number {
  const title = titleOf(pdf, work);
  const extra = numbersFit(pdf, title, work) ? 0 : lineDistance(styles.work);
  return textHeight(pdf, title, column.width, styles.work) + extra;
}

/** Never splits the key; if the numbers do not fit behind it, key and numbers move to a new line. */
function titleOf(pdf: BrochurePdf['pdf'], work: BrochureWork): string {
  const title = breakAtSpaces(pdf, work.title);
  return numbersFit(pdf, title, work) ? title : title.replace(/ ([^ \n]+)$/, '\n$1');
}

/** Whether the numbers fit on the title's last line. */
function numbersFit(pdf: BrochurePdf['pdf'], title: string, { numbers }: BrochureWork): boolean {
  const lastLine = `${title.split('\n').at(-1)},  `;
  const end = widthOf(pdf, lastLine, styles.work) + widthOf(pdf, numbers, styles.small);
  return numbers === '' || end <= column.width;
}

/** From the baseline above to that of the composer. */
function headStep({ composer, venue }: BrochureWork): number {
  const head = composer === null ? steps.sameComposer : steps.composer;
  return venue === null ? head : head + steps.venue;
}

/** Draws a work with its room and composer, and the musicians beside it. Returns the last baseline. */
export function drawWork(
  brochure: BrochurePdf,
  section: Section,
  work: BrochureWork,
  { from, spacing }: WorkPosition,
): number {
  const { pdf, data } = brochure;
  const head = from + headStep(work) * spacing;
  const { venue } = work;
  if (venue !== null) {
    part(brochure, section, 'P', () => {
      write(pdf, venue, { ...column, baseline: from + steps.venue * spacing }, styles.small);
    });
  }
  if (work.composer !== null) {
    const { name, dates } = work.composer;
    part(brochure, section, 'H4', () => {
      const gap = dates === '' ? '' : '  ';
      writeRuns(
        pdf,
        [
          [`${name}${gap}`, styles.composer],
          [dates, styles.small],
        ],
        { ...column, baseline: head },
      );
    });
  }
  let y = head + steps.title * spacing;
  part(brochure, section, 'P', () => {
    const comma = data.language === 'en' && work.numbers !== '' ? ', ' : ' ';
    const title = titleOf(pdf, work);
    y = writeRuns(
      pdf,
      [
        [`${title}${comma}`, styles.work],
        [work.numbers, styles.small],
      ],
      { ...column, baseline: y },
    );
  });
  y = drawMovements(brochure, section, work, { from: y, spacing });
  const castFrom = work.composer === null ? head + steps.title * spacing : head;
  return Math.max(y, drawCast(brochure, section, work, castFrom));
}

/** Width of the column of numerals. */
function indentOf(pdf: BrochurePdf['pdf'], { movements }: BrochureWork): number {
  if (movements.length < 2) return 0;
  const widths = movements.map((_, i) => widthOf(pdf, romanNumeral(i + 1), styles.numeral));
  return Math.max(18, Math.max(...widths) + 5);
}

function drawMovements(
  brochure: BrochurePdf,
  section: Section,
  work: BrochureWork,
  { from, spacing }: WorkPosition,
): number {
  const { pdf } = brochure;
  if (work.movements.length === 0) return from;
  const list = addGroup(brochure, section, 'L');
  const indent = indentOf(pdf, work);
  const body = { x: column.x + indent, width: column.width - indent };
  let y = from;
  work.movements.forEach(({ title, lang }, i) => {
    const item = addGroup(brochure, list, 'LI');
    y += steps.movement * spacing;
    if (indent > 0) {
      part(brochure, item, 'Lbl', () => {
        write(pdf, romanNumeral(i + 1), { ...column, baseline: y }, styles.numeral);
      });
    }
    const draw = (): void => {
      y = write(pdf, title, { ...body, baseline: y }, styles.movement);
    };
    part(brochure, item, 'LBody', draw, { lang });
  });
  return y;
}

/** Draws the musicians, names in bold. Returns the last baseline. */
function drawCast(
  brochure: BrochurePdf,
  section: Section,
  { players }: BrochureWork,
  from: number,
): number {
  const { pdf } = brochure;
  if (players.length === 0) return from;
  const list = addGroup(brochure, section, 'L');
  let y = from - steps.cast;
  for (const { name, instrument } of players) {
    const item = addGroup(brochure, list, 'LI');
    part(brochure, item, 'LBody', () => {
      y = writeRuns(
        pdf,
        [
          [`${name} `, castName],
          [instrument, styles.smallInk],
        ],
        { ...castColumn, baseline: y + steps.cast },
      );
    });
  }
  return y;
}

/** pdfkit measures tracking slightly differently. */
const BREAK_SLACK = 3;

/** Breaks a title at spaces only: pdfkit would also break at hyphens and separate 'G-' from 'Dur'. */
function breakAtSpaces(pdf: Pdf, title: string): string {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && widthOf(pdf, longer, styles.work) <= column.width - BREAK_SLACK)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}
