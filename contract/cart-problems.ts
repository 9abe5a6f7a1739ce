// Why a cart cannot be changed (api.md, Cart; product.md 8). Zod-free.
import { msgCodes } from './codes.ts';
import { ticketLimitMessages } from './ticket-limit-messages.ts';
import type { ProblemDefinition } from './problem-definition.ts';

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
