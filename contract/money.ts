/** Cents as EUR, as the API and search engines have amounts; people read those of `formatMoney`. */
export function toEuro(cents: number): number {
  return cents / 100;
}
