// Constants of the specification that browser and server share (product.md 9). Zod-free.

/**
 * Country id of Germany; every other country has its ISO 3166-1 numeric code (api.md, Festival, concerts, countries).
 */
export const GERMANY_ID = 55;
/** How long before the concert admission and box office open. */
export const DOORS_MINUTES = 30;
/** How long a success alert is shown. */
export const ALERT_DISMISS_MS = 5000;
/** How long it then fades out. */
export const ALERT_FADE_MS = 1000;
/** How often the confirmation page polls until all documents are ready. */
export const ORDER_POLL_MS = 5000;
/** How often the header fetches the cart again. */
export const CART_REFETCH_MS = 60_000;
/** Initiating a payment extends the hold once, to at least this long from then. */
export const PAYMENT_HOLD_MINUTES = 15;
/** How long before its end the page announces that the hold expires. */
export const HOLD_WARNING_MINUTES = 2;
/** The length of a password in characters (api.md, Accounts), at least and at most. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;
/** Length of a first or last name in characters. */
export const MAX_NAME_LENGTH = 60;
/** How many options a dropdown shows (product.md 9). */
export const MAX_OPTIONS = 1000;
/** How long the link in a mail to the old address undoes a change of an account's address. */
export const UNDO_EMAIL_CHANGE_DAYS = 7;
/** Lifetime of a bearer token. */
export const ACCESS_TOKEN_DAYS = 30;
/** Lifetime of a password reset link. */
export const RESET_TOKEN_MINUTES = 60;
