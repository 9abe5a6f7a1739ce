import { defineTexts } from '../define-texts.ts';

/** Cancelling a concert (office.md 6); exact texts where it quotes them. */
export const cancelTexts = defineTexts({
  run: { de: 'Konzert abgesagt', en: 'Concert cancelled' },
  reason: { de: 'Grund', en: 'Reason' },
  reasonHint: {
    de: 'Der Grund steht auf der Seite und in der E-Mail an die Käufer.',
    en: 'The reason is shown on the site and in the mail to the buyers.',
  },
  typeSlug: {
    de: ({ slug }: { slug: string }) => `Zur Bestätigung „${slug}“ eingeben`,
    en: ({ slug }: { slug: string }) => `Type “${slug}” to confirm`,
  },
  wrongSlug: { de: 'Das stimmt nicht überein.', en: 'That does not match.' },
  donation: { de: 'Spende anbieten', en: 'Offer a donation' },
  alreadyCancelled: {
    de: 'Dieses Konzert ist schon abgesagt.',
    en: 'This concert is cancelled already.',
  },
  isDraft: {
    de: 'Ein Entwurf wird nicht abgesagt, sondern gelöscht.',
    en: 'A draft is deleted instead of cancelled.',
  },
  isCancelled: {
    de: 'Das Konzert ist abgesagt; es kommt nicht wieder in den Verkauf.',
    en: 'The concert is cancelled; it cannot be put on sale again.',
  },
  effect: { de: 'Was geschieht', en: 'What will happen' },
  effectText: {
    de: 'Der Verkauf endet sofort. Nach 60 Sekunden, in denen Sie die Absage zurücknehmen können, werden die Karten ungültig, und die Käufer erhalten ihr Geld und eine E-Mail. Das lässt sich dann nicht mehr rückgängig machen.',
    en: 'The sale ends at once. After 60 seconds, in which you can undo it, the tickets become void, and the buyers get their money back and a mail. From then on this cannot be undone.',
  },
  orders: { de: 'Bestellungen', en: 'Orders' },
  tickets: { de: 'Karten', en: 'Tickets' },
  money: { de: 'Wert der Karten', en: 'Value of the tickets' },
  freeTickets: { de: 'Davon ohne Preis', en: 'Of these free of charge' },
  withoutEmail: { de: 'Bestellungen ohne E-Mail', en: 'Orders without email' },
  disputed: {
    de: 'Angefochtene Zahlungen (bleiben unberührt)',
    en: 'Disputed payments (left alone)',
  },
  carts: { de: 'Warenkörbe', en: 'Carts' },
  openPayments: { de: 'Offene Zahlungen (werden beendet)', en: 'Open payments (will be ended)' },
  sums: { de: 'Summen', en: 'Sums' },
  returnsUntil: { de: 'Rückgabe bis einschließlich', en: 'Returns up to and including' },
  void: { de: 'Karten ungültig', en: 'Tickets void' },
  invoices: { de: 'Stornorechnungen', en: 'Cancellation invoices' },
  owed: { de: 'Zu erstatten', en: 'To refund' },
  refundedAndDonated: { de: 'Erstattet und gespendet', en: 'Refunded and donated' },
  refunded: { de: 'Erstattet', en: 'Refunded' },
  donated: { de: 'Gespendet', en: 'Donated' },
  pending: { de: 'Unterwegs', en: 'On its way' },
  asked: { de: 'Wartet auf Antwort', en: 'Waiting for an answer' },
  failed: { de: 'Gescheitert', en: 'Failed' },
  disputedCents: { de: 'Angefochten', en: 'Disputed' },
  buyersWithoutEmail: { de: 'Käufer ohne E-Mail', en: 'Buyers without email' },
  order: { de: 'Bestellung', en: 'Order' },
  name: { de: 'Name', en: 'Name' },
  address: { de: 'Anschrift', en: 'Address' },
  amount: { de: 'Betrag', en: 'Amount' },
  day: { de: 'Tag', en: 'Day' },
  donations: { de: 'Spenden', en: 'Donations' },
  donationsText: {
    de: 'Wer sein Geld eines abgesagten oder verlegten Konzerts gespendet hat, mit Namen und Anschrift für Zuwendungsbestätigungen.',
    en: 'Who has donated the money of a cancelled or moved concert, with name and address for receipts.',
  },
  invoice: { de: 'Stornorechnung', en: 'Cancellation invoice' },
  invoiced: { de: 'Betrag der Stornorechnung', en: 'Amount of the cancellation invoice' },
  elsewhere: {
    de: 'Anderswo verkaufte Karten (nicht zu erreichen)',
    en: 'Tickets sold elsewhere (cannot be reached)',
  },
});
