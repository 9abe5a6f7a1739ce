// The one form of an e-mail address (decision 17). Only the server imports this file.
import { domainToASCII, domainToUnicode } from 'node:url';

/** Nothing longer is converted: the time grows with the square of the length. */
const MAX_TYPED_LENGTH = 1000;

/** Node reads these as the end of a domain or as escapes of it. */
const ENDS_DOMAIN = /[/?#\\%:]/;

/**
 * An e-mail address as it is stored and shown: without invisible characters, composed, the domain in lower case and
 * Unicode, however it was typed. Other than ASCII is in lower case before the @, too: of nothing else have PostgreSQL
 * and JavaScript the same idea. Of a domain that cannot exist, only the @ remains, which `isEmail` refuses.
 */
export function toEmail(typed: string): string {
  const text = typed.normalize('NFC').trim();
  const at = text.lastIndexOf('@');
  if (at === -1 || text.length > MAX_TYPED_LENGTH) return withoutFormat(text);
  const name = withoutFormat(text.slice(0, at));
  const isAscii = !/[^ -~]/.test(name);
  return `${isAscii ? name : name.toLowerCase().normalize('NFC')}@${toDomain(text.slice(at + 1))}`;
}

/** The key of an address in the form of `toEmail`: what `email_key` of the database makes of it. */
export const toStoredEmailKey = (email: string): string =>
  email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The key by which e-mail addresses are compared and counted, however they were typed. */
export const toEmailKey = (typed: string): string => toStoredEmailKey(toEmail(typed));

const withoutFormat = (text: string): string => text.replaceAll(/\p{Cf}/gu, '').trim();

/** Some domains need the joiners (\u200C, \u200D) where they are; anywhere else they are pasted by mistake. */
function toDomain(typed: string): string {
  if (ENDS_DOMAIN.test(typed)) return '';
  return domainToUnicode(
    domainToASCII(typed.replaceAll(/(?![\u200C\u200D])\p{Cf}/gu, '').trim()) ||
      domainToASCII(withoutFormat(typed)),
  );
}
