import { defineTexts } from '../define-texts.ts';

/** Why a refund failed, why and how a payment was disputed: the payment provider's codes in words. */
export const providerCodeTexts = defineTexts({
  lost_or_stolen_card: {
    de: 'die Karte ist als verloren oder gestohlen gemeldet',
    en: 'the card is reported lost or stolen',
  },
  expired_or_canceled_card: {
    de: 'die Karte ist abgelaufen oder gekündigt',
    en: 'the card has expired or was cancelled',
  },
  charge_for_pending_refund_disputed: {
    de: 'die Zahlung wurde währenddessen angefochten',
    en: 'the payment was disputed in the meantime',
  },
  charge_disputed: {
    de: 'die Zahlung ist angefochten',
    en: 'the payment is disputed',
  },
  insufficient_funds: {
    de: 'das Guthaben beim Zahlungsdienst reicht nicht',
    en: 'the balance at the payment provider is too low',
  },
  balance_insufficient: {
    de: 'das Guthaben beim Zahlungsdienst reicht nicht',
    en: 'the balance at the payment provider is too low',
  },
  declined: { de: 'die Bank hat sie abgelehnt', en: 'the bank declined it' },
  merchant_request: { de: 'vom Verein abgebrochen', en: 'stopped by the association' },
  canceled: { de: 'abgebrochen', en: 'cancelled' },
  unknown: { de: 'ohne Angabe von Gründen', en: 'no reason given' },
  fraudulent: { de: 'angeblich Betrug', en: 'reported as fraud' },
  unrecognized: { de: 'Zahlung nicht erkannt', en: 'payment not recognised' },
  duplicate: { de: 'angeblich doppelt bezahlt', en: 'reported as paid twice' },
  product_not_received: { de: 'angeblich nichts erhalten', en: 'reported as not received' },
  credit_not_processed: { de: 'angeblich nicht erstattet', en: 'reported as not refunded' },
  general: { de: 'ohne Angabe von Gründen', en: 'no reason given' },
  won: { de: 'gewonnen', en: 'won' },
  lost: { de: 'verloren', en: 'lost' },
  prevented: { de: 'abgewendet', en: 'prevented' },
  warning_closed: { de: 'ohne Folgen', en: 'no consequences' },
});
