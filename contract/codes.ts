// Message codes of the wire (product.md 7 to 9). Zod-free.

/** Codes of messages by their meaning (product.md 7). */
export const msgCodes = {
  cartLoaded: 6101,
  cartAdded: 6102,
  cartUpdated: 6103,
  cartRefused: 6104,
  cartEmpty: 6109,
  orderTokenInvalid: 6191,
  orderNotFound: 6192,
  passwordReset: 1008,
  passwordResetFailed: 1009,
} as const;

/** Keys of errors, so that a client can show its own texts (product.md 8). */
export const errorKeys = {
  emailTaken: 'TRANSLATION.AUTH.REGISTER.ERROR.EMAIL_TAKEN',
  invalidCredentials: 'TRANSLATION.AUTH.LOGIN.ERROR.INVALID_CREDENTIALS',
  paymentRefunded: 'TRANSLATION.PAYMENT.ERROR.REFUNDED',
  paymentProcessing: 'TRANSLATION.PAYMENT.ERROR.PROCESSING',
  doorCode: 'TRANSLATION.DOOR.ERROR.CODE',
  doorRevoked: 'TRANSLATION.DOOR.ERROR.REVOKED',
  doorToken: 'TRANSLATION.DOOR.ERROR.TOKEN',
  doorEnded: 'TRANSLATION.DOOR.ERROR.ENDED',
  doorScope: 'TRANSLATION.DOOR.ERROR.SCOPE',
} as const;

/** The delivery methods (product.md 5). */
export const deliveryMethods = ['boxoffice', 'onlineticket', 'postal'] as const;
export type DeliveryMethod = (typeof deliveryMethods)[number];

/** Placeholder for the URL of a document that the job has not created yet. */
export const NOT_READY = 'NOT_READY';

/** Where a note of a concert is shown. */
export const infoTypes = ['GENERAL', 'GENERAL_DETAILPAGE_ONLY', 'GENERAL_OVERVIEW_ONLY'] as const;
export type InfoType = (typeof infoTypes)[number];

/** Characters of an order's number: none sounds or looks like another, because buyers read it out at the box office. */
export const ORDER_ALPHABET = '23456789ACDEFHJKLMNPRTUVWXYZ';
