import { defineTexts } from './define-texts.ts';

/** The shopping cart, and what all steps of the shop share. */
export const cartTexts = defineTexts({
  steps: { de: 'Schritte der Bestellung', en: 'Steps of your order' },
  stepCart: { de: 'Warenkorb', en: 'Cart' },
  stepDetails: { de: 'Angaben', en: 'Details' },
  stepPayment: { de: 'Zahlung', en: 'Payment' },
  stepConfirmation: { de: 'Bestätigung', en: 'Confirmation' },

  title: { de: 'Ihr Warenkorb', en: 'Your cart' },
  entries: { de: 'Karten im Warenkorb', en: 'Tickets in your cart' },
  each: {
    de: (p: { price: string }) => `je ${p.price}`,
    en: (p: { price: string }) => `${p.price} each`,
  },
  remove: { de: 'Entfernen', en: 'Remove' },
  removeEntry: {
    de: (p: { name: string }) => `»${p.name}« entfernen`,
    en: (p: { name: string }) => `Remove “${p.name}”`,
  },
  removed: {
    de: (p: { name: string }) => `»${p.name}« ist nicht mehr im Warenkorb.`,
    en: (p: { name: string }) => `“${p.name}” is no longer in your cart.`,
  },
  setTo: {
    de: (p: { count: number }) => `Auf ${p.count} setzen`,
    en: (p: { count: number }) => `Set to ${p.count}`,
  },
  changed: {
    de: 'Sie haben Mengen geändert. Bitte aktualisieren Sie den Warenkorb.',
    en: 'You have changed quantities. Please update the cart.',
  },
  update: { de: 'Warenkorb aktualisieren', en: 'Update cart' },
  updating: { de: 'Wird aktualisiert', en: 'Updating' },
  updated: { de: 'Der Warenkorb ist aktualisiert.', en: 'The cart has been updated.' },

  heldUntil: {
    de: (p: { time: string }) => `Für Sie reserviert bis ${p.time}.`,
    en: (p: { time: string }) => `Reserved for you until ${p.time}.`,
  },
  holdEndsSoon: {
    de: (p: { time: string }) => `Ihre Reservierung endet um ${p.time}. Brauchen Sie mehr Zeit?`,
    en: (p: { time: string }) => `Your reservation ends at ${p.time}. Do you need more time?`,
  },
  holdEndsFinally: {
    de: (p: { time: string }) =>
      `Ihre Reservierung endet um ${p.time} und lässt sich nicht weiter verlängern.`,
    en: (p: { time: string }) =>
      `Your reservation ends at ${p.time} and cannot be extended any further.`,
  },
  extend: { de: 'Länger reservieren', en: 'Keep them longer' },
  /** Follows the line with the new end. */
  extended: { de: 'Verlängert.', en: 'Extended.' },
  holdEndedTitle: { de: 'Ihre Reservierung ist abgelaufen', en: 'Your reservation has expired' },
  holdEnded: {
    de: 'Ihre Reservierung ist abgelaufen, die Karten sind wieder für alle frei.',
    en: 'Your reservation has expired and the tickets are on sale again.',
  },
  /** Below the title that already gives the reason. */
  holdEndedText: {
    de: 'Die Karten sind wieder für alle frei.',
    en: 'The tickets are on sale again.',
  },
  emptyTitle: { de: 'Noch keine Karten.', en: 'No tickets yet.' },
  emptyText: {
    de: 'Hier liegen Ihre Karten, sobald Sie welche gewählt haben.',
    en: 'The tickets you choose will appear here.',
  },
  toConcerts: { de: 'Zu den Konzerten', en: 'See all concerts' },

  order: { de: 'Bestellung', en: 'Your order' },
  viewOrder: { de: 'Bestellung ansehen', en: 'View order' },
  tickets: { de: 'Karten', en: 'Tickets' },
  delivery: { de: 'Versand', en: 'Delivery' },
  deliveryNext: { de: 'im nächsten Schritt', en: 'in the next step' },
  deliveryOpen: { de: 'noch nicht gewählt', en: 'not chosen yet' },
  boxoffice: { de: 'Abendkasse', en: 'Box office' },
  onlineticket: { de: 'Onlineticket', en: 'Online ticket' },
  postal: { de: 'Post', en: 'Post' },
  total: { de: 'Gesamt', en: 'Total' },
  priceNote: {
    de: (p: { tax: string; postal: string }) =>
      `${p.tax} Onlineticket und Abendkasse ohne Versandkosten, Versand per Post ${p.postal}. Zahlung mit Karte.`,
    en: (p: { tax: string; postal: string }) =>
      `${p.tax} Online tickets and collection at the box office are free; delivery by post costs ${p.postal}. Payment by card.`,
  },
  checkout: { de: 'Zur Kasse', en: 'Proceed to checkout' },
  continueShopping: { de: 'Weiter einkaufen', en: 'Continue shopping' },

  further: { de: 'Weitere Konzerte', en: 'Further concerts' },
  soldOut: { de: 'Ausverkauft', en: 'Sold out' },
  freeEntry: { de: 'Eintritt frei', en: 'Free entry' },
  from: {
    de: (p: { price: string }) => `ab ${p.price}`,
    en: (p: { price: string }) => `from ${p.price}`,
  },
  tryAgain: { de: 'Noch einmal versuchen', en: 'Try again' },
  failed: { de: 'Das hat nicht geklappt', en: 'Something went wrong' },
});
