import { defineTexts } from '../define-texts.ts';

/** Messages of the contact form (office.md 8.3). */
export const messageTexts = defineTexts({
  title: { de: 'Nachrichten', en: 'Messages' },
  time: { de: 'Zeit', en: 'Time' },
  from: { de: 'Von', en: 'From' },
  subject: { de: 'Betreff', en: 'Subject' },
  state: { de: 'Zustand', en: 'State' },
  text: { de: 'Text', en: 'Text' },
  new: { de: 'Neu', en: 'New' },
  answered: { de: 'Beantwortet', en: 'Answered' },
  done: { de: 'Erledigt', en: 'Done' },
  all: { de: 'Alle', en: 'All' },
  none: {
    de: 'Noch keine Nachrichten. Was Besucher über das Kontaktformular schreiben, steht hier.',
    en: 'No messages yet. Messages from the contact form appear here.',
  },
  received: { de: 'Nachricht', en: 'Message' },
  replies: { de: 'Bisherige Antworten', en: 'Earlier replies' },
  reply: { de: 'Antworten', en: 'Reply' },
  replyHint: {
    de: 'Die Antwort geht als Mail hinaus. Schreibt die Person zurück, kommt das im Postfach des Vereins an, nicht hier.',
    en: 'The reply is sent by mail. If the person writes back, it arrives in the association’s mailbox, not here.',
  },
  replySubject: {
    de: (p: { subject: string }) => `Re: ${p.subject}`,
    en: (p: { subject: string }) => `Re: ${p.subject}`,
  },
  wrote: {
    de: (p: { when: string }) => `Am ${p.when} schrieben Sie:`,
    en: (p: { when: string }) => `On ${p.when} you wrote:`,
  },
  markDone: { de: 'Erledigt', en: 'Done' },
  reopen: { de: 'Wieder öffnen', en: 'Reopen' },
  sortedAs: {
    de: (p: { state: string }) => `Zustand: ${p.state}.`,
    en: (p: { state: string }) => `State: ${p.state}.`,
  },
  delete: { de: 'Löschen', en: 'Delete' },
  deleteTitle: { de: 'Nachricht löschen', en: 'Delete message' },
  deleteGoes: {
    de: (p: { email: string; when: string }) =>
      `Gelöscht wird die Nachricht von ${p.email}, ${p.when}.`,
    en: (p: { email: string; when: string }) =>
      `The message from ${p.email}, ${p.when}, is deleted.`,
  },
  deleteReplies: {
    de: (p: { count: number }) =>
      p.count === 1 ? 'Mit ihr geht eine Antwort.' : `Mit ihr gehen ${p.count} Antworten.`,
    en: (p: { count: number }) =>
      p.count === 1 ? 'One reply goes with it.' : `${p.count} replies go with it.`,
  },
  deleteHint: {
    de: 'Gelöscht ist gelöscht: Das lässt sich nicht zurückholen.',
    en: 'Deleting is final and cannot be undone.',
  },
  back: { de: 'Zurück zur Nachricht', en: 'Back to the message' },
  orders: { de: 'Bestellungen dieser Person', en: 'Orders of this person' },
  noOrders: { de: 'Keine Bestellungen unter dieser Adresse.', en: 'No orders with this address.' },
  sentTo: {
    de: (p: { email: string }) => `Die Mail an ${p.email} ist unterwegs.`,
    en: (p: { email: string }) => `The mail to ${p.email} is on its way.`,
  },
});
