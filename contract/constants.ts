// Constants of the specification that browser and server share (product.md 9). Zod-free.

/** Country id of Germany; every other country has its ISO 3166-1 numeric code (api.md, Festival, concerts, countries). */
export const GERMANY_ID = 55;
/** Postal delivery in cents (product.md 9). */
export const POSTAL_DELIVERY_CENTS = 450;
/** Admission and box office open this many minutes before the concert. */
export const DOORS_MINUTES = 30;
/** Success alerts go by themselves after this many milliseconds … */
export const ALERT_DISMISS_MS = 5000;
/** … fading out for this many. */
export const ALERT_FADE_MS = 1000;
/** The confirmation page asks again after this many milliseconds until all documents are ready. */
export const ORDER_POLL_MS = 5000;
/** The header fetches the cart anew after this many milliseconds. */
export const CART_REFETCH_MS = 60_000;
/** `master_data_id` a client sends when it knows none; never trusted (api.md, Delivery details). */
export const UNKNOWN_MASTER_DATA_ID = 99;
/** At most so many times does a change or an extension start the hold's time anew (api.md, Cart). */
export const MAX_CART_RENEWALS = 10;
/** Initiating a payment moves the hold's end to at least so many minutes from then, once. */
export const PAYMENT_HOLD_MINUTES = 15;
/** The page announces the hold's end this many minutes before it. */
export const HOLD_WARNING_MINUTES = 2;
/** Length of a password in characters (api.md, Accounts). */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;
/** Dropdown default: options shown at most (product.md 9). */
export const MAX_OPTIONS = 1000;
/** A bearer token lives so many days. */
export const ACCESS_TOKEN_DAYS = 30;
/** A password-reset link lives so many minutes. */
export const RESET_TOKEN_MINUTES = 60;
