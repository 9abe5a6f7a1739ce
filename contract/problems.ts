import { msgCodes, errorKeys } from './codes.ts';
import { ticketLimitMessages, type ProblemDefinition } from './problem-messages.ts';

// Why a cart cannot be changed (api.md, Cart; product.md 8).

/** Problems of the calls on carts, with their messages in both languages (api.md, Cart). */
export const cartProblems = {
  too_few_tickets: {
    status: 409,
    msgCode: msgCodes.cartRefused,
    message: {
      de: 'So viele Karten sind nicht mehr frei',
      en: 'There are not that many tickets left',
    },
  },
  order_limit: {
    status: 409,
    msgCode: msgCodes.cartRefused,
    message: ticketLimitMessages.order_limit,
  },
  type_limit: {
    status: 409,
    msgCode: msgCodes.cartRefused,
    message: ticketLimitMessages.type_limit,
  },
  quota_exceeded: {
    status: 409,
    msgCode: msgCodes.cartRefused,
    message: ticketLimitMessages.quota_exceeded,
  },
  only_with: {
    status: 409,
    msgCode: msgCodes.cartRefused,
    message: ticketLimitMessages.only_with,
  },
  network_limit: {
    status: 429,
    message: {
      de: 'Über Ihren Internetanschluss sind schon sehr viele Karten reserviert. Bitte schließen Sie zuerst eine Bestellung ab, oder warten Sie {wait}',
      en: 'A lot of tickets are already reserved from your internet connection. Please complete an order first, or wait {wait}',
    },
  },
  cart_not_possible: {
    status: 409,
    msgCode: msgCodes.cartRefused,
    message: {
      de: 'So lässt sich der Warenkorb nicht ändern',
      en: 'The cart cannot be changed like this',
    },
  },
  cart_changed_too_late: {
    status: 409,
    msgCode: msgCodes.cartRefused,
    message: {
      de: 'Ihre Zahlung läuft bereits, die Bestellung lässt sich nicht mehr ändern',
      en: 'Your payment is already in progress, so the order can no longer be changed',
    },
  },
  cart_not_extendable: {
    status: 409,
    msgCode: msgCodes.cartRefused,
    message: {
      de: 'Die Reservierung lässt sich nicht weiter verlängern',
      en: 'The reservation cannot be extended any further',
    },
  },
  cart_expired: {
    status: 409,
    msgCode: msgCodes.cartRefused,
    message: {
      de: 'Ihre Reservierung ist abgelaufen, der Warenkorb ist leer',
      en: 'Your reservation has expired and your cart is empty',
    },
  },
} as const satisfies Record<string, ProblemDefinition>;

// Every expected problem of the API: code → status, message code, message in both languages
// (api.md, Conventions; product.md 8). Zod-free.

/** Every problem of the API by its code: status, and message in both languages (api.md, Conventions). */
export const problems = {
  malformed: {
    status: 400,
    message: { de: 'Die Anfrage ist nicht lesbar', en: 'The request cannot be read' },
  },
  foreign_origin: {
    status: 403,
    message: {
      de: 'Dieses Formular kommt von einer anderen Website',
      en: 'This form comes from another site',
    },
  },
  unauthorized: { status: 401, message: { de: 'Bitte melden Sie sich an', en: 'Please log in' } },
  session_expired: {
    status: 419,
    message: { de: 'Ihre Anmeldung ist abgelaufen', en: 'Your session has expired' },
  },
  forbidden: { status: 403, message: { de: 'Fehlende Berechtigung', en: 'Missing Permissions' } },
  cookies_blocked: {
    status: 400,
    message: {
      de: 'Ihr Browser nimmt keine Cookies an. Warenkorb und Anmeldung brauchen sie: Bitte erlauben Sie Cookies für diese Seite, und versuchen Sie es noch einmal',
      en: 'Your browser blocks cookies. Cart and login need them: please allow cookies for this site and try again',
    },
  },
  not_found: {
    status: 404,
    message: { de: 'Das gibt es hier nicht', en: 'There is nothing here' },
  },
  too_large: {
    status: 413,
    message: { de: 'Die Anfrage ist zu groß', en: 'The request is too large' },
  },
  media_type: {
    status: 415,
    message: { de: 'Dieses Format nehmen wir nicht an', en: 'We do not accept this format' },
  },
  invalid: {
    status: 422,
    message: { de: 'Bitte prüfen Sie Ihre Angaben', en: 'Please check your entries' },
  },
  idempotency_conflict: {
    status: 422,
    message: {
      de: 'Dieser Schlüssel gehört zu einer anderen Anfrage',
      en: 'This key belongs to another request',
    },
  },
  still_working: {
    status: 409,
    message: { de: 'Die Anfrage wird gerade bearbeitet', en: 'The request is being processed' },
  },
  conflict: {
    status: 409,
    message: { de: 'Das ist so nicht möglich', en: 'This is not possible' },
  },
  gone: {
    status: 410,
    message: { de: 'Das gilt nicht mehr', en: 'This is no longer valid' },
  },
  too_many: {
    status: 429,
    message: {
      de: 'Zu viele Versuche. Bitte warten Sie {wait}',
      en: 'Too many attempts. Please wait {wait}',
    },
  },
  internal: { status: 500, message: { de: 'Interner Serverfehler', en: 'Internal Server Error' } },
  unavailable: {
    status: 503,
    message: { de: 'Dienst nicht verfügbar', en: 'Service Unavailable' },
  },

  ...cartProblems,

  not_on_sale: {
    status: 409,
    message: {
      de: 'Eines der Konzerte wird nicht mehr verkauft. Bitte nehmen Sie es aus dem Warenkorb',
      en: 'One of the concerts is no longer on sale. Please remove it from your cart',
    },
  },
  details_incomplete: {
    status: 409,
    message: {
      de: 'Es fehlen noch Angaben zur Lieferung',
      en: 'Delivery details are still missing',
    },
  },
  delivery_missing: {
    status: 409,
    message: { de: 'Bitte wählen Sie eine Versandart', en: 'Please choose a delivery method' },
  },
  payment_not_paid: {
    status: 402,
    message: { de: 'Die Zahlung ist nicht erfolgt', en: 'The payment has not been made' },
  },
  free_order_expired: {
    status: 402,
    message: {
      de: 'Ihre Reservierung ist abgelaufen, es wurde nichts bestellt. Bitte wählen Sie Ihre Karten noch einmal',
      en: 'Your reservation has expired and nothing was ordered. Please choose your tickets again',
    },
  },
  payment_processing: {
    status: 409,
    error_I18n: errorKeys.paymentProcessing,
    message: {
      de: 'Ihre Zahlung wird noch bestätigt',
      en: 'Your payment is still being confirmed',
    },
  },
  payment_not_yours: {
    status: 409,
    message: {
      de: 'Diese Zahlung gehört nicht zu diesem Warenkorb',
      en: 'This payment does not belong to this cart',
    },
  },
  payment_refunded: {
    status: 409,
    error_I18n: errorKeys.paymentRefunded,
    message: {
      de: 'Ihre Karten waren nicht mehr frei. Der Betrag wird Ihnen vollständig erstattet',
      en: 'Your tickets were no longer available. The amount is being refunded in full',
    },
  },
  payment_mismatch: {
    status: 409,
    error_I18n: errorKeys.paymentRefunded,
    message: {
      de: 'Ihre Zahlung stimmt nicht mit der Bestellung überein. Sie wird Ihnen vollständig erstattet',
      en: 'Your payment does not match the order. It is being refunded in full',
    },
  },
  payment_changed: {
    status: 409,
    message: {
      de: 'Die Bestellung hat sich geändert. Bitte beginnen Sie die Zahlung neu',
      en: 'The order has changed. Please start the payment again',
    },
  },
  provider_failed: {
    status: 502,
    message: {
      de: 'Der Zahlungsdienst antwortet nicht. Bitte versuchen Sie es gleich noch einmal',
      en: 'Our payment provider is not responding. Please try again in a moment',
    },
  },
  provider_busy: {
    status: 503,
    message: {
      de: 'Gerade bezahlen sehr viele. Bitte versuchen Sie es gleich noch einmal',
      en: 'A lot of people are paying right now. Please try again in a moment',
    },
  },
  bad_signature: { status: 400, message: { de: 'Ungültige Signatur', en: 'Invalid signature' } },

  order_token_invalid: {
    status: 400,
    msgCode: msgCodes.orderTokenInvalid,
    message: {
      de: 'Der Link zu dieser Bestellübersicht ist veraltet und kann nicht mehr angezeigt werden',
      en: 'the link to this order summary is out of date and can no longer be viewed',
    },
  },
  order_not_found: {
    status: 400,
    msgCode: msgCodes.orderNotFound,
    message: {
      de: 'Die Transaktion zu dieser Bestellung wurde nicht gefunden',
      en: 'the transaction for this order was not found',
    },
  },
  document_expired: {
    status: 410,
    message: {
      de: 'Der Link zu diesem Dokument ist veraltet. Bitte wenden Sie sich an uns, wenn Sie es noch brauchen',
      en: 'The link to this document is out of date. Please contact us if you still need it',
    },
  },

  email_taken: {
    status: 409,
    error_I18n: errorKeys.emailTaken,
    message: {
      de: 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse',
      en: 'a user with this email already signed up',
    },
  },
  invalid_credentials: {
    status: 401,
    error_I18n: errorKeys.invalidCredentials,
    message: {
      de: 'Die angegebenen Zugangsdaten sind nicht richtig',
      en: 'the credentials provided are incorrect',
    },
  },
  reset_failed: {
    status: 400,
    msgCode: msgCodes.passwordResetFailed,
    message: {
      de: 'Das Passwort konnte nicht zurückgesetzt werden',
      en: 'failed to reset password',
    },
  },
  verification_failed: {
    status: 403,
    message: {
      de: 'Die E-Mail-Adresse konnte nicht bestätigt werden, bitte versuchen Sie es erneut',
      en: 'email verification failed, please try again',
    },
  },
  undo_failed: {
    status: 403,
    message: { de: 'Dieser Link gilt nicht mehr', en: 'This link is no longer valid' },
  },

  door_code: {
    status: 401,
    error_I18n: errorKeys.doorCode,
    message: { de: 'Dieser Geräte-Code gilt nicht', en: 'This device code is not valid' },
  },
  door_revoked: {
    status: 401,
    error_I18n: errorKeys.doorRevoked,
    message: { de: 'Dieses Gerät ist gesperrt', en: 'This device has been revoked' },
  },
  door_token: {
    status: 401,
    error_I18n: errorKeys.doorToken,
    message: { de: 'Dieses Gerät ist nicht angemeldet', en: 'This device is not signed in' },
  },
  door_ended: {
    status: 419,
    error_I18n: errorKeys.doorEnded,
    message: { de: 'Die Zeit dieses Geräts ist abgelaufen', en: 'The time of this device is over' },
  },
  door_scope: {
    status: 403,
    error_I18n: errorKeys.doorScope,
    message: {
      de: 'Dieses Gerät ist nicht für dieses Konzert',
      en: 'This device is not for this concert',
    },
  },
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;

/** An expected or unexpected failure of a call as a page gets it, in the visitor's language. */
export interface ProblemDto {
  /** `offline`: the browser got no response. */
  code: ProblemCode | 'offline';
  /** 0 if there was no response. */
  status: number;
  /** The text for the visitor; messages of invalid fields are joined (product.md 8). */
  message: string;
  msgCode?: number;
  errorKey?: string;
  /** The first message of each invalid field, by its name. */
  errors: Record<string, string>;
  /** Seconds to wait before a retry. */
  retryAfter?: number;
  /** Request id in the log, for an unexpected failure. */
  requestId?: string;
}
