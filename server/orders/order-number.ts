import { randomInt } from 'node:crypto';

/** Without characters that sound or look alike, because buyers read their number out at the box office. */
const ALPHABET = '23456789ACDEFHJKLMNPRTUVWXYZ';
const ORDER_NUMBER_LENGTH = 8;

/** A short random order number, such as 'K7MA-2XRF'. */
export function createOrderNumber(): string {
  const characters = Array.from(
    { length: ORDER_NUMBER_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  ).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
