import { randomInt } from 'node:crypto';

/** Without letters and digits that sound or look alike: an order number is read out at the box office. */
const ALPHABET = '23456789ACDEFHJKLMNPRTUVWXYZ';
const ORDER_NUMBER_LENGTH = 8;

/** A short order number that cannot be guessed from another one: 'K7MA-2XRF'. */
export function newOrderNumber(): string {
  const letters = Array.from(
    { length: ORDER_NUMBER_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  ).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
