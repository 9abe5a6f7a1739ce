/** Cents as EUR, for responses and `formatMoney`. */
export function toEuro(cents: number): number {
  return cents / 100;
}
