import { berlinOffset } from '../platform/wire.ts';

/** The moment of a wall clock in Europe/Berlin, '2025-08-23 19:30'. An invalid Date if there is none. */
export function fromBerlin(local: string): Date {
  const iso = `${local.replace(' ', 'T')}:00.000Z`;
  const asUtc = Date.parse(iso);
  // Date.parse takes February 30 for March 2
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString() !== iso) return new Date(Number.NaN);
  // the offset of the moment itself, which the first guess may miss around a change of clocks
  const guess = asUtc - berlinOffset(new Date(asUtc)) * 60_000;
  return new Date(asUtc - berlinOffset(new Date(guess)) * 60_000);
}
