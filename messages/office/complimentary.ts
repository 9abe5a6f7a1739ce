import { defineTexts } from '../define-texts.ts';
import type { ComplimentaryReason } from '#contract/office/states.ts';

/** The form of a new order (office.md 7.4); exact texts where office.md quotes them. */
export const complimentaryTexts = defineTexts({
  newOrder: { de: 'Neue Bestellung', en: 'New order' },
  orders: { de: 'Bestellungen', en: 'Orders' },
  lead: {
    de: 'Freikarten kosten 0 Euro, welche Kartenart es auch ist. Dokumente und Mail gehen wie sonst hinaus.',
    en: 'Complimentary tickets cost 0 euros, whatever their type. Documents and mail are sent as usual.',
  },
  rules: {
    de: 'Was frei ist, gilt auch hier. „Höchstens je Bestellung“ und „Nur zusammen mit“ gelten nicht.',
    en: 'Availability applies here too. The limits “at most per order” and “only together with” do not.',
  },
  chooseConcerts: {
    de: 'Bitte die Konzerte öffnen, für die es Karten gibt.',
    en: 'Please open the concerts to give tickets for.',
  },
  emailHint: {
    de: 'Freiwillig, wenn die Karten an der Abendkasse liegen.',
    en: 'Optional if the tickets are collected at the box office.',
  },
  tickets: { de: 'Karten', en: 'Tickets' },
  past: { de: 'Vergangene', en: 'Past' },
  available: {
    de: (p: { n: number }) => `${p.n} frei`,
    en: (p: { n: number }) => `${p.n} available`,
  },
  recipient: { de: 'Empfänger', en: 'Recipient' },
  firstName: { de: 'Vorname', en: 'First name' },
  lastName: { de: 'Nachname', en: 'Last name' },
  email: { de: 'E-Mail', en: 'Email' },
  street: { de: 'Straße', en: 'Street' },
  zip: { de: 'Postleitzahl', en: 'Postcode' },
  city: { de: 'Stadt', en: 'City' },
  country: { de: 'Land', en: 'Country' },
  language: { de: 'Sprache', en: 'Language' },
  german: { de: 'Deutsch', en: 'German' },
  english: { de: 'Englisch', en: 'English' },
  delivery: { de: 'Versandart', en: 'Delivery' },
  onlineticket: { de: 'Onlineticket', en: 'Online ticket' },
  boxoffice: { de: 'Abendkasse', en: 'Box office' },
  postal: { de: 'Briefpost', en: 'Post' },
  postHint: {
    de: 'Für Briefpost wird die Adresse gebraucht.',
    en: 'For post, an address is needed.',
  },
  kind: { de: 'Art', en: 'Kind' },
  complimentary: { de: 'Freikarten', en: 'Complimentary tickets' },
  reason: { de: 'Grund', en: 'Reason' },
  choose: { de: 'Bitte wählen', en: 'Please choose' },
  issue: { de: 'Freikarten ausstellen', en: 'Issue tickets' },
  issueAnother: { de: 'Ausstellen und noch eine', en: 'Issue and another' },
  noTickets: {
    de: 'Bitte mindestens eine Karte wählen.',
    en: 'Please choose at least one ticket.',
  },
  tooMany: { de: 'Höchstens 20 Karten.', en: 'At most 20 tickets.' },
  unknownType: {
    de: 'Diese Kartenart gibt es nicht mehr.',
    en: 'This ticket type no longer exists.',
  },
  notFree: {
    de: (p: { list: string }) => `So viele Karten sind nicht frei. Frei sind: ${p.list}.`,
    en: (p: { list: string }) => `Not enough tickets are available. Available: ${p.list}.`,
  },
  busy: {
    de: 'Gerade werden abgelaufene Warenkörbe frei. Bitte noch einmal versuchen.',
    en: 'Expired carts are being released right now. Please try again.',
  },
  issued: {
    de: (p: { no: string; n: number }) =>
      `Bestellung ${p.no}, ${p.n} ${p.n === 1 ? 'Karte' : 'Karten'}.`,
    en: (p: { no: string; n: number }) =>
      `Order ${p.no}, ${p.n} ${p.n === 1 ? 'ticket' : 'tickets'}.`,
  },
  notice: {
    de: 'Hinweis: Mehr oder anders, als Käufer es in einer Bestellung dürfen.',
    en: 'Note: this order exceeds what buyers may order at once.',
  },
  noConcerts: {
    de: 'Kein Konzert mit Karten. Zuerst braucht ein Konzert einen Verkauf.',
    en: 'No concert has tickets. A concert needs a sale first.',
  },
});

/** Why somebody gets complimentary tickets; quoted from office.md. */
export const reasonTexts = defineTexts({
  press: { de: 'Presse', en: 'Press' },
  performers: { de: 'Mitwirkende', en: 'Performers' },
  sponsors: { de: 'Förderer', en: 'Sponsors' },
  goodwill: { de: 'Kulanz', en: 'Goodwill' },
  other: { de: 'Sonstiges', en: 'Other' },
} satisfies Record<ComplimentaryReason, { de: string; en: string }>);
