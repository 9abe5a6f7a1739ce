// The entries of the form of a concert's sale, and the sale that they stand for (office.md 5.1). Pure, for both sides.
import type { SaleDocument } from './concert-document.ts';
import {
  boxOf,
  clean,
  momentOf,
  one,
  readGroup,
  readMoment,
  toNumber,
  type GroupRow,
} from './concert-groups.ts';
import type { FormEntries } from './forms.ts';

/** Whether a field belongs to the form of the sale. */
export const isSaleField = (field: string): boolean =>
  field.startsWith('type-') || saleFields.includes(field);

/** The fields of that form, without those of ticket types. */
export const saleFields = (
  'quantity presold maxPerOrder ticketsAtBoxOffice ' +
  'onSaleFrom_day onSaleFrom_time onSaleUntil_day onSaleUntil_time'
).split(' ');

/** The entries of a form that shows this sale. */
export const toSaleEntries = (sale: SaleDocument): FormEntries => ({
  quantity: [String(sale.quantity)],
  presold: [String(sale.presold)],
  maxPerOrder: [String(sale.maxPerOrder ?? '')],
  ...boxOf('ticketsAtBoxOffice', sale.ticketsAtBoxOffice),
  ...momentOf('onSaleFrom', sale.onSaleFrom ?? ''),
  ...momentOf('onSaleUntil', sale.onSaleUntil ?? ''),
});

/** The fieldsets of its ticket types. */
export const toTypeRows = ({
  prices,
  quotas,
  maxOfType,
  onlyWith,
  notOffered = [],
}: SaleDocument): GroupRow[] =>
  Object.entries(prices).map(([type, price]) => ({
    kind: [type],
    price: [price.toFixed(2)],
    quota: [String(quotas[type] ?? '')],
    maxPerOrder: [String(maxOfType[type] ?? '')],
    onlyWith: onlyWith[type] ?? [],
    ...boxOf('offered', !notOffered.includes(type)),
  }));

/** The form of a sale that is new; it ends when the concert starts, unless that is over. */
export const newSaleEntries = (start: string, now: string): FormEntries => ({
  quantity: [''],
  presold: ['0'],
  ...momentOf('onSaleUntil', start > now ? start : ''),
  'type-1-kind': [''],
  'type-1-offered': ['1'],
});

/** A sale as typed, without whether it is on: no form says that. */
type TypedSale = Record<Exclude<keyof SaleDocument, 'onSale'>, unknown>;

/** The sale that these entries stand for. */
export function readSale(entries: FormEntries): TypedSale {
  const rows = readGroup(entries, 'type');
  const byType = (read: (row: GroupRow) => unknown) =>
    Object.fromEntries(
      rows
        .map((row) => [one(row, 'kind'), read(row)] as const)
        .filter(([, value]) => value !== undefined),
    );
  const number = (name: string) => toNumber(clean(one(entries, name)));
  const gone = rows.filter((row) => one(row, 'offered') === '').map((row) => one(row, 'kind'));
  return {
    quantity: number('quantity'),
    presold: number('presold') ?? 0,
    ticketsAtBoxOffice: one(entries, 'ticketsAtBoxOffice') !== '',
    prices: byType((row) => readPrice(clean(one(row, 'price')))),
    maxPerOrder: number('maxPerOrder'),
    maxOfType: byType((row) => toNumber(clean(one(row, 'maxPerOrder')))),
    quotas: byType((row) => toNumber(clean(one(row, 'quota')))),
    onlyWith: byType((row) => (row['onlyWith']?.length ? row['onlyWith'] : undefined)),
    notOffered: gone.length === 0 ? undefined : gone,
    onSaleFrom: readMoment(entries, 'onSaleFrom') || undefined,
    onSaleUntil: readMoment(entries, 'onSaleUntil') || undefined,
  };
}

/** In EUR, typed "36,50" or "36.50"; a text that is no price stays, to be judged. */
const readPrice = (typed: string): number | string =>
  /^\d{1,6}(?:[.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(',', '.')) : typed;

/** A ticket type whose price differs from the stored one. */
export interface PriceChange {
  type: string;
  before: number;
  after: number;
}

/** The prices that a sale changes, of types that had one. */
export const listPriceChanges = (
  before: Record<string, number>,
  after: Record<string, number>,
): PriceChange[] =>
  Object.entries(after).flatMap(([type, price]) => {
    const earlier = before[type];
    return earlier === undefined || earlier === price
      ? []
      : [{ type, before: earlier, after: price }];
  });

/** Names changed prices, as a form that has shown them sends it back. */
export const namePriceChanges = (changes: PriceChange[]): string =>
  changes.map(({ type, before, after }) => `${type}:${before}-${after}`).join(' ');

/** The field of a ticket type, by the document's key. */
const typeFields: Record<string, string> = {
  prices: 'price',
  maxOfType: 'maxPerOrder',
  quotas: 'quota',
  onlyWith: 'onlyWith',
  notOffered: 'offered',
};

/** The field that a place in the document's sale belongs to. */
export function fieldOfSale([key = '', type, part]: string[], entries: FormEntries): string {
  const field = typeFields[key];
  if (field === undefined) return key.startsWith('onSale') ? `${key}_day` : key;
  const index = readGroup(entries, 'type').findIndex((row) => one(row, 'kind') === type);
  // an invalid key is the kind itself
  return index === -1 ? 'type-add' : `type-${index + 1}-${part === 'name' ? 'kind' : field}`;
}
