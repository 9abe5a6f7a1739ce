import type { OrderPage } from '#contract/office/order-queries.ts';

/** Names of the brands that the provider spells differently (Stripe, `payment_method_details.card.brand`). */
const brands: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** A card as people know it: Visa ···· 4242. */
export function cardName({ brand, last4 }: NonNullable<OrderPage['card']>): string {
  return `${brands[brand] ?? brand} ···· ${last4}`;
}
