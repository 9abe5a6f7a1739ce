/** Cents as EUR, as responses and the formats of money take them. */
export function toEuro(cents: number): number {
  return cents / 100;
}
