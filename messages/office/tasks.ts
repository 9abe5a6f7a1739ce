import { defineTexts } from '../define-texts.ts';
import type { TaskKey } from '#contract/office/states.ts';

interface Count {
  n: number;
}

/** The conditions, one sentence for each that holds (office.md 4.4); quoted from office.md. */
export const taskTexts = defineTexts({
  differ: {
    de: () => 'Zahlungen und Karten stimmen nicht überein',
    en: () => 'Payments and tickets do not agree',
  },
  'refund-failed': {
    de: ({ n }: Count) =>
      n === 1 ? '1 Erstattung ist gescheitert' : `${n} Erstattungen sind gescheitert`,
    en: ({ n }: Count) => (n === 1 ? '1 refund has failed' : `${n} refunds have failed`),
  },
  'mail-failing': {
    de: ({ n }: Count) => (n === 1 ? '1 Mail geht nicht hinaus' : `${n} Mails gehen nicht hinaus`),
    en: ({ n }: Count) => (n === 1 ? '1 mail does not go out' : `${n} mails do not go out`),
  },
  'mail-refused': {
    de: ({ n }: Count) =>
      n === 1 ? '1 Käufer hat keine Mail bekommen' : `${n} Käufer haben keine Mail bekommen`,
    en: ({ n }: Count) => (n === 1 ? '1 buyer got no mail' : `${n} buyers got no mail`),
  },
  'documents-late': {
    de: ({ n }: Count) =>
      n === 1 ? '1 Bestellung ohne Dokumente' : `${n} Bestellungen ohne Dokumente`,
    en: ({ n }: Count) => (n === 1 ? '1 order without documents' : `${n} orders without documents`),
  },
  'post-late': {
    de: ({ n }: Count) =>
      n === 1 ? '1 Bestellung wartet auf die Post' : `${n} Bestellungen warten auf die Post`,
    en: ({ n }: Count) =>
      n === 1 ? '1 order waits for the post' : `${n} orders wait for the post`,
  },
  'jobs-late': { de: () => 'Die Warteschlange stockt', en: () => 'The queue is stuck' },
  'job-failed': {
    de: ({ n }: Count) =>
      n === 1 ? '1 Aufgabe ist gescheitert' : `${n} Aufgaben sind gescheitert`,
    en: ({ n }: Count) => (n === 1 ? '1 job has failed' : `${n} jobs have failed`),
  },
  'webhook-silent': {
    de: () => 'Stripe erreicht den Shop nicht',
    en: () => 'Stripe does not reach the shop',
  },
  dispute: {
    de: ({ n }: Count) =>
      n === 1 ? '1 Zahlung wird angefochten' : `${n} Zahlungen werden angefochten`,
    en: ({ n }: Count) => (n === 1 ? '1 payment is disputed' : `${n} payments are disputed`),
  },
  'tickets-undecided': {
    de: ({ n }: Count) =>
      n === 1
        ? 'Geld einer Bestellung ging zurück, ihre Karten gelten noch'
        : `Geld von ${n} Bestellungen ging zurück, ihre Karten gelten noch`,
    en: ({ n }: Count) =>
      n === 1
        ? 'Money from an order was returned, but its tickets are still valid'
        : `Money from ${n} orders was returned, but their tickets are still valid`,
  },
  'donation-returned': {
    de: ({ n }: Count) =>
      n === 1
        ? 'Gespendetes Geld einer Bestellung ging zurück'
        : `Gespendetes Geld von ${n} Bestellungen ging zurück`,
    en: ({ n }: Count) =>
      n === 1
        ? 'Donated money of an order was returned'
        : `Donated money of ${n} orders was returned`,
  },
  messages: {
    de: ({ n }: Count) => (n === 1 ? '1 neue Nachricht' : `${n} neue Nachrichten`),
    en: ({ n }: Count) => (n === 1 ? '1 new message' : `${n} new messages`),
  },
  'few-left': {
    de: ({ n, title = '' }: Count & { title?: string }) =>
      n === 1 ? `${title}: noch 1 Karte` : `${title}: noch ${n} Karten`,
    en: ({ n, title = '' }: Count & { title?: string }) =>
      n === 1 ? `${title}: 1 ticket left` : `${title}: ${n} tickets left`,
  },
  'sale-late': {
    de: ({ n, title = '' }: Count & { title?: string }) =>
      `${title}: Verkauf erst ${n === 1 ? 'eine Minute' : `${n} Minuten`} nach der geplanten Zeit umgestellt`,
    en: ({ n, title = '' }: Count & { title?: string }) =>
      `${title}: the sale changed ${n === 1 ? 'one minute' : `${n} minutes`} later than planned`,
  },
} satisfies Record<TaskKey, unknown>);

/** Advice for each condition. */
export const taskHints = defineTexts({
  differ: {
    de: 'Der Abgleich mit dem Zahlungsdienst behebt das meiste. Bleibt es dabei, bitte unter „Betrieb“ nachsehen.',
    en: 'Comparing with the payment provider fixes most of it. If it does not go away, please look at “Health”.',
  },
  'refund-failed': {
    de: 'Bitte in jeder Bestellung noch einmal erstatten oder das Geld überweisen.',
    en: 'Please refund again in each order, or transfer the money.',
  },
  'mail-failing': {
    de: 'Der Mailserver lehnt zurzeit ab. Der Shop versucht es weiter; der Grund steht unter „E-Mails“.',
    en: 'The mail server refuses at the moment. The shop keeps trying; the outbox shows the reason.',
  },
  'mail-refused': {
    de: 'Bitte anrufen oder die Adresse berichtigen und die Mail noch einmal senden.',
    en: 'Please phone them, or correct the address and send the mail again.',
  },
  'documents-late': {
    de: 'Rechnung und Karten fehlen seit mehr als 30 Minuten. Bitte in der Bestellung neu anlegen.',
    en: 'Invoice and tickets have been missing for more than 30 minutes. Please create them again on the order’s page.',
  },
  'post-late': {
    de: 'Seit mehr als 24 Stunden bezahlt. Bitte drucken, verschicken und als verschickt eintragen.',
    en: 'Paid more than 24 hours ago. Please print, post and mark as sent.',
  },
  'jobs-late': {
    de: 'Aufgaben warten seit mehr als zehn Minuten. Meist hilft ein Neustart des Shops.',
    en: 'Jobs have been waiting for more than ten minutes. Restarting the shop usually helps.',
  },
  'job-failed': {
    de: 'Der Shop versucht es nicht mehr von selbst. Bitte unter „Betrieb“ noch einmal versuchen.',
    en: 'The shop has stopped retrying. Please try again under “Health”.',
  },
  'webhook-silent': {
    de: 'Von Zahlungen der letzten 24 Stunden kam keine Meldung. Bitte bei Stripe prüfen, an welche Adresse Stripe sie schickt.',
    en: 'Stripe has not reported any payment of the last 24 hours. Please check at Stripe which address it reports to.',
  },
  dispute: {
    de: 'Bitte bei Stripe bis zum dort genannten Tag antworten; die Karten bleiben gültig.',
    en: 'Please respond at Stripe by the date shown there; the tickets stay valid.',
  },
  'tickets-undecided': {
    de: 'Eine Anfechtung ist verloren, oder es wurde im Dashboard von Stripe erstattet. Bitte in der Bestellung entscheiden, ob die Karten gültig bleiben.',
    en: 'A dispute was lost, or a refund was made in the Stripe dashboard. Please decide on the order’s page whether the tickets stay valid.',
  },
  'donation-returned': {
    de: 'Nach der Spende ging eine Anfechtung verloren, oder es wurde im Dashboard von Stripe erstattet. Bitte keine Bescheinigung über dieses Geld ausstellen und in der Bestellung notieren, was aus der Spende wird; mit der Notiz ist es erledigt.',
    en: 'After the donation a dispute was lost, or a refund was made in the Stripe dashboard. Please issue no receipt for this money, and write a note on the order’s page on what becomes of the donation; the note settles it.',
  },
  messages: {
    de: 'Bitte lesen und beantworten.',
    en: 'Please read and reply.',
  },
  'few-left': {
    de: 'Bei Bedarf das Kontingent ändern oder den Verkauf anhalten.',
    en: 'If needed, change the capacity or stop the sale.',
  },
  'sale-late': {
    de: 'Der Shop lief zur geplanten Zeit nicht. Bitte nachsehen, ob der Verkauf so stimmt.',
    en: 'The shop was not running at the planned time. Please check that the sale is as it should be.',
  },
} satisfies Record<TaskKey, { de: string; en: string }>);

/** The words of the mail server, below the advice of `mail-failing`. */
export const mailServerTexts = defineTexts({
  says: {
    de: (p: { words: string }) => `Antwort des Mailservers: ${p.words}`,
    en: (p: { words: string }) => `The mail server’s reply: ${p.words}`,
  },
});

/** The text of the link to the page where it is done. */
export const taskLinks = defineTexts({
  differ: { de: 'Jetzt abgleichen', en: 'Compare now' },
  'refund-failed': { de: 'Zu den Bestellungen', en: 'Go to orders' },
  'mail-failing': { de: 'Zu den E-Mails', en: 'Go to outbox' },
  'mail-refused': { de: 'Zu den E-Mails', en: 'Go to outbox' },
  'documents-late': { de: 'Zu den Bestellungen', en: 'Go to orders' },
  'post-late': { de: 'Zum Postversand', en: 'Go to post' },
  'jobs-late': { de: 'Zum Betrieb', en: 'Go to health' },
  'job-failed': { de: 'Zum Betrieb', en: 'Go to health' },
  'webhook-silent': { de: 'Zum Betrieb', en: 'Go to health' },
  dispute: { de: 'Stripe öffnen', en: 'Open Stripe' },
  'tickets-undecided': { de: 'Zu den Bestellungen', en: 'Go to orders' },
  'donation-returned': { de: 'Zu den Bestellungen', en: 'Go to orders' },
  messages: { de: 'Zu den Nachrichten', en: 'Go to messages' },
  'few-left': { de: 'Zum Konzert', en: 'Go to concert' },
  'sale-late': { de: 'Zum Konzert', en: 'Go to concert' },
} satisfies Record<TaskKey, { de: string; en: string }>);
