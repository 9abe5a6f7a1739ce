/** Name of the cart session's id in local storage (product.md 9). */
export const SESSION_ID = 'ticketShopSessionId';

/** Name in session storage of the mark that nobody has done anything here yet (begin-later.ts). */
export const NEWCOMER = 'newcomer';
