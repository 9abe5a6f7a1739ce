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
  replies: { de: 'Antworten', en: 'Replies' },
  reply: { de: 'Antworten', en: 'Reply' },
  replyHint: {
    de: 'Die Antwort geht als Mail hinaus. Schreibt die Person zurück, kommt das im Postfach des Vereins an, nicht hier.',
    en: 'The reply goes out by mail. Further answers arrive in the association’s mailbox, not here.',
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
  delete: { de: 'Löschen', en: 'Delete' },
  deleteHint: {
    de: 'Gelöscht ist gelöscht: Nachricht und Antworten lassen sich nicht zurückholen.',
    en: 'Deleting is final: the message and its replies cannot be brought back.',
  },
  orders: { de: 'Bestellungen dieser Person', en: 'Orders of this person' },
  noOrders: { de: 'Keine Bestellungen unter dieser Adresse.', en: 'No orders with this address.' },
  sentTo: {
    de: (p: { email: string }) => `Die Mail an ${p.email} ist unterwegs.`,
    en: (p: { email: string }) => `The mail to ${p.email} is on its way.`,
  },
});
