import { defineTexts } from './define-texts.ts';

const tickets = {
  de: (count: number) => (count === 1 ? '1 Karte' : `${count} Karten`),
  en: (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`),
};

/** Why no more tickets can be chosen: the sentences of contract/cart-problems.ts, before anything is sent. */
export const ticketLimitTexts = defineTexts({
  order: {
    de: (p: { limit: number }) =>
      `Höchstens ${tickets.de(p.limit)} je Bestellung für dieses Konzert`,
    en: (p: { limit: number }) => `At most ${tickets.en(p.limit)} per order for this concert`,
  },
  quota: {
    de: (p: { limit: number }) => `Von dieser Kartenart sind nur noch ${p.limit} frei`,
    en: (p: { limit: number }) => `Only ${p.limit} of this ticket type are left`,
  },
  onlyWith: {
    de: (p: { type: string; types: string }) => `${p.type} gibt es nur zusammen mit ${p.types}`,
    en: (p: { type: string; types: string }) => `${p.type} is only sold together with ${p.types}`,
  },
  groups: { de: 'Für Gruppen schreiben Sie uns:', en: 'For groups, please write to us:' },
});
