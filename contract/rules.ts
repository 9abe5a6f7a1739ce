// Rules both sides enforce (product.md 5). Zod-free: the browser imports this file.
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './constants.ts';
import type { DeliveryMethod } from './codes.ts';
import type { PostalDelivery } from './delivery.ts';

/**
 * A simple address whose top-level domain has two or more alphabetic characters. Refuses characters that would end an
 * address in a mail header or add another one, and dots that start or end a part or follow each other.
 */
const EMAIL =
  /^[^\s@<>()[\]\\,;:".\p{Cc}]+(?:\.[^\s@<>()[\]\\,;:".\p{Cc}]+)*@(?:[^\s@<>()[\]\\,;:".\p{Cc}]+\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/iu;

/** Whether a text is an e-mail address, of 254 characters at most. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && EMAIL.test(value);
}

/**
 * One line without control characters, characters that change the direction of text, and anything that mail programs
 * turn into links: mails show names.
 */
const PERSON_NAME = /^(?!.*(?::\/\/|www\.))(?=.*\S)[^\p{Cc}@\p{Bidi_Control}\u2028\u2029]+$/iu;

/** Whether a text is acceptable as a first or last name; its length is MAX_NAME_LENGTH. */
export const isPersonName = (value: string): boolean => PERSON_NAME.test(value);

/** Why a new password is refused; null if it is accepted. Only the server checks the list of common ones. */
export function passwordProblem(
  password: string,
  email: string,
): 'short' | 'long' | 'email' | null {
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD_LENGTH) return 'short';
  if (length > MAX_PASSWORD_LENGTH) return 'long';
  if (email !== '' && password.toLowerCase() === email.toLowerCase()) return 'email';
  return null;
}

/** The email address and country, which decide which delivery methods can be chosen (product.md 5). */
export interface DeliveryRecipient {
  email: string | null;
  countryId: number;
}

/** Whether this recipient can choose this delivery method. */
export function canChooseDelivery(
  method: DeliveryMethod,
  recipient: DeliveryRecipient,
  { countryIds }: PostalDelivery,
): boolean {
  if (method === 'onlineticket') return recipient.email !== null && recipient.email !== '';
  if (method === 'postal') return countryIds.includes(recipient.countryId);
  return true;
}

/** Whether an order of this amount needs an e-mail address: nobody pays for a free one (api.md, Cart). */
export function needsEmail(amountCents: number): boolean {
  return amountCents === 0;
}

/** A line's maximum in the cart: the product's quantity minus the other lines of the same concert. */
export function lineMaximum(productQuantity: number, otherLines: readonly number[]): number {
  return Math.max(0, productQuantity - otherLines.reduce((sum, n) => sum + n, 0));
}

/** The badge of a concert; null for none (product.md 4). */
export function saleState(concert: {
  isOnSale: boolean;
  available: number;
  isAcademy: boolean;
  cancelledAt?: string | null;
}): 'buy' | 'soldout' | 'free' | null {
  if (concert.isOnSale) return concert.available > 0 ? 'buy' : 'soldout';
  return concert.isAcademy && !concert.cancelledAt ? 'free' : null;
}

/** The greeting for an hour (0 to 23) (product.md 9). */
export function greetingOf(hour: number): 'morning' | 'noon' | 'afternoon' | 'evening' {
  if (hour < 12) return 'morning';
  if (hour < 14) return 'noon';
  return hour < 18 ? 'afternoon' : 'evening';
}
