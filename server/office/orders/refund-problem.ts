import type { RefundNotPossible } from '../../payment/refund-order.ts';
import { type OfficeError, refuse, type Text, unknownThing } from '../office-problem.ts';

const texts: Record<Exclude<RefundNotPossible['reason'], 'unknown'>, Text> = {
  nothing: {
    de: 'Von dieser Bestellung ist nichts mehr zu erstatten.',
    en: 'There is nothing left to refund of this order.',
  },
  tickets: {
    de: 'Einige dieser Karten sind keine gültigen Karten dieser Bestellung mehr.',
    en: 'Some of these tickets are no longer valid tickets of this order.',
  },
  amount: {
    de: 'Die Karten sind mehr wert, als von der Zahlung noch nicht erstattet ist.',
    en: 'The tickets are worth more than the amount that has not been refunded yet.',
  },
};

/** Why a refund is not possible, as the office says it: 409, or 404 for an unknown order. */
export function toRefundProblem({ reason }: RefundNotPossible): OfficeError {
  return reason === 'unknown' ? unknownThing() : refuse(texts[reason]);
}
