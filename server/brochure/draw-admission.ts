import { formatPrice } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import { drawRule } from '../drawing/pdf/draw-mark.ts';
import { display, ink } from '../drawing/pdf/theme.ts';
import {
  decorate,
  textHeight,
  addGroup,
  part,
  type TextStyle,
  write,
} from '../drawing/pdf/tagged-pdf.ts';
import { type BrochurePdf, left, styles, width } from './page-layout.ts';
import type { Admission } from './brochure-data.ts';
import { writePart } from './write-text.ts';

const price: TextStyle = { font: display, size: 17, leading: 1, hasTabularFigures: true };
const name: TextStyle = { ...styles.small, leading: 1.2 };
/** Number of prices side by side. */
const [MIN_COLUMNS, MAX_COLUMNS] = [3, 4];

/** Height of `drawAdmission` in points. */
export function admissionHeight(brochure: BrochurePdf, admission: Admission): number {
  if (admission.kind !== 'tickets') return 26;
  const { rows, rowHeight } = layoutPrices(brochure, admission.prices);
  return 4 + rows * rowHeight;
}

type Prices = Extract<Admission, { kind: 'tickets' }>['prices'];

/** Names may need a second line; all prices stand below the longest name. */
function layoutPrices({ pdf }: BrochurePdf, prices: Prices) {
  const columns = Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, prices.length));
  const column = width / columns;
  const nameHeight = Math.max(
    0,
    ...prices.map((one) => textHeight(pdf, one.name, column - 10, name)),
  );
  const rows = Math.ceil(prices.length / columns);
  return { columns, column, nameHeight, rows, rowHeight: 36 + nameHeight };
}

/** Draws the prices of admission at the foot of the page. */
export function drawAdmission(
  brochure: BrochurePdf,
  section: BrochurePdf['root'],
  admission: Admission,
  y: number,
): void {
  const { pdf, data, t } = brochure;
  decorate(brochure, () => drawRule(pdf, { x: left, y, width }, { color: ink, weight: 0.9 }));
  if (admission.kind !== 'tickets') {
    const isFree = admission.kind === 'free';
    const words = isFree ? t.freeEntry : t.noTickets;
    writePart(brochure, section, ['P', words, isFree ? styles.subheading : styles.facts], y + 22);
    return;
  }
  const { columns, column, nameHeight, rowHeight } = layoutPrices(brochure, admission.prices);
  const list = addGroup(brochure, section, 'L');
  admission.prices.forEach((one, i) => {
    const x = left + (i % columns) * column;
    const baseline = y + 15 + Math.floor(i / columns) * rowHeight;
    const item = addGroup(brochure, list, 'LI');
    part(brochure, item, 'LBody', () => {
      write(pdf, one.name, { x, baseline, width: column - 10 }, name);
      const amount = formatPrice(toEuro(one.cents), data.language);
      write(pdf, amount, { x, baseline: baseline + nameHeight + 19, width: column }, price);
    });
  });
}
