import { formatNumber } from '#contract/format.ts';
import { defineTexts } from '../define-texts.ts';

/** Moving a concert (office.md 6); exact texts where it quotes them. */
export const moveTexts = defineTexts({
  title: { de: 'Konzert verlegen', en: 'Move concert' },
  run: { de: 'Konzert verlegt', en: 'Concert moved' },
  askAdmin: {
    de: 'Bitte von der Leitung speichern lassen.',
    en: 'Please have an administrator save this.',
  },
  confirm: {
    de: 'Für dieses Konzert gibt es gültige Karten. Bitte bestätigen Sie die Verlegung.',
    en: 'There are valid tickets for this concert. Please confirm that you move it.',
  },
  restoreByHand: {
    de: 'Diese Fassung hat eine andere Zeit oder einen anderen Ort, und es gibt gültige Karten. Bitte verlegen Sie das Konzert unter „Angaben“.',
    en: 'This version has another time or venue, and there are valid tickets. Please move the concert under “Details”.',
  },
  count: {
    de: ({ tickets, orders }: { tickets: number; orders: number }) =>
      `${formatNumber(tickets, 'de')} ${tickets === 1 ? 'Karte' : 'Karten'} in ${formatNumber(orders, 'de')} ${orders === 1 ? 'Bestellung' : 'Bestellungen'}`,
    en: ({ tickets, orders }: { tickets: number; orders: number }) =>
      `${formatNumber(tickets, 'en')} ${tickets === 1 ? 'ticket' : 'tickets'} in ${formatNumber(orders, 'en')} ${orders === 1 ? 'order' : 'orders'}`,
  },
  effect: {
    de: 'Die Karten und ihre Codes bleiben gültig. Onlinetickets erhalten ein neues PDF; offene Zahlungen mit einer Karte dieses Konzerts werden beendet. Die Seite nennt zum neuen Termin auch den alten. 60 Sekunden lang können Sie das zurücknehmen.',
    en: 'The tickets and their codes stay valid. Online tickets get a new PDF; open payments with a ticket of this concert are ended. Beside a new date or time, the page names the old one. For 60 seconds you can undo it.',
  },
  before: { de: 'Bisher', en: 'Before' },
  after: { de: 'Neu', en: 'New' },
  answer: { de: 'Wer erfährt es?', en: 'Who is told?' },
  notify: { de: 'Karteninhaber benachrichtigen', en: 'Mail the ticket holders' },
  returns: { de: 'Rückgabe anbieten bis', en: 'Offer returns until' },
  returnsHint: {
    de: 'Wer Karten hat, kann sie bis einschließlich dieses Tages zurückgeben und erhält das Geld. Wer nicht antwortet, behält sie. Nur mit einer Benachrichtigung.',
    en: 'Ticket holders can return their tickets up to and including this day, and get the money back. Those who do not answer keep them. Only with a mail.',
  },
  donation: { de: 'Bei einer Rückgabe Spende anbieten', en: 'Offer a donation with a return' },
  returnsDay: {
    de: 'Bitte einen Tag nach heute und vor dem neuen Konzerttag.',
    en: 'Please a day after today and before the new day of the concert.',
  },
  returnsWithoutMail: {
    de: 'Eine Rückgabe lässt sich nur anbieten, wenn die Karteninhaber benachrichtigt werden.',
    en: 'Returns can be offered only if the ticket holders get a mail.',
  },
  silent: { de: 'Nicht benachrichtigen', en: 'Do not mail' },
});
