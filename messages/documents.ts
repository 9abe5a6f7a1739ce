import { defineTexts } from './define-texts.ts';

/** Invoices, cancellations, tickets and confirmations, as PDF. */
export const documentTexts = defineTexts({
  invoice: { de: 'Rechnung', en: 'Invoice' },
  invoiceNumber: { de: 'Rechnungsnummer', en: 'Invoice number' },
  invoiceDate: { de: 'Rechnungsdatum', en: 'Invoice date' },
  invoiceIntro: {
    de: 'Für Ihre Bestellung berechnen wir:',
    en: 'We invoice you for your order as follows:',
  },
  cancellation: { de: 'Stornorechnung', en: 'Cancellation invoice' },
  cancellationIntro: {
    de: (p: { number: string; date: string }) =>
      `Mit dieser Rechnung nehmen wir die Rechnung ${p.number} vom ${p.date} zurück:`,
    en: (p: { number: string; date: string }) =>
      `This invoice cancels invoice ${p.number} of ${p.date}:`,
  },
  partialIntro: {
    de: (p: { number: string; date: string }) =>
      `Mit dieser Rechnung mindern wir die Rechnung ${p.number} vom ${p.date}:`,
    en: (p: { number: string; date: string }) =>
      `This invoice reduces invoice ${p.number} of ${p.date}:`,
  },
  partialRefund: { de: 'Teilweise Erstattung', en: 'Partial refund' },
  orderNumber: { de: 'Bestellnummer', en: 'Order number' },
  orderDate: { de: 'Bestellt am', en: 'Ordered on' },
  email: { de: 'E-Mail', en: 'Email' },
  quantity: { de: 'Anzahl', en: 'Quantity' },
  service: { de: 'Leistung', en: 'Service' },
  unitPrice: { de: 'Einzelpreis', en: 'Unit price' },
  amount: { de: 'Betrag', en: 'Amount' },
  supplyDate: {
    de: (p: { when: string; venue: string }) => `Leistungsdatum: ${p.when}, ${p.venue}`,
    en: (p: { when: string; venue: string }) => `Date of supply: ${p.when}, ${p.venue}`,
  },
  when: {
    de: (p: { when: string; venue: string }) => `${p.when}, ${p.venue}`,
    en: (p: { when: string; venue: string }) => `${p.when}, ${p.venue}`,
  },
  postage: { de: 'Versand der Karten', en: 'Postage' },
  postageNote: { de: 'als Prioritätsbrief', en: 'by priority letter' },
  net: { de: 'Nettobetrag', en: 'Net amount' },
  vat: { de: 'Umsatzsteuer 7\u202F%', en: 'VAT 7%' },
  total: { de: 'Gesamtbetrag', en: 'Total' },
  refunded: { de: 'Erstattungsbetrag', en: 'Refunded' },
  exemptNote: {
    de: 'Die Bescheinigung der zuständigen Landesbehörde liegt vor.',
    en: 'The competent authority has certified the exemption.',
  },
  paidByCard: {
    de: (p: { date: string }) => `Bezahlt mit Karte am ${p.date}. Bitte überweisen Sie nichts.`,
    en: (p: { date: string }) => `Paid by card on ${p.date}. There is nothing left to pay.`,
  },
  free: { de: 'Es ist nichts zu bezahlen.', en: 'There is nothing to pay.' },
  returnedByBank: {
    de: 'Die Bank hat den Betrag nach einer Anfechtung bereits zurückgebucht.',
    en: 'The bank has already returned the amount after a dispute.',
  },
  refundedToCard: {
    de: 'Der Betrag geht auf die Karte zurück, mit der bezahlt wurde.',
    en: 'The amount will be refunded to the card used for payment.',
  },
  taxOffice: {
    de: (p: { office: string; id: string }) => `${p.office}, Steuernummer ${p.id}`,
    en: (p: { office: string; id: string }) => `${p.office}, tax number ${p.id}`,
  },
  page: {
    de: (p: { page: number; pages: number }) => `Seite ${p.page} von ${p.pages}`,
    en: (p: { page: number; pages: number }) => `Page ${p.page} of ${p.pages}`,
  },

  ticket: { de: 'Eintrittskarte', en: 'Ticket' },
  ticketTitle: {
    de: (p: { concert: string; orderNo: string; position: number }) =>
      `Karte ${p.position}, ${p.concert}, Bestellung ${p.orderNo}`,
    en: (p: { concert: string; orderNo: string; position: number }) =>
      `Ticket ${p.position}, ${p.concert}, order ${p.orderNo}`,
  },
  ticketOf: {
    de: (p: { position: number; count: number }) => `Eintrittskarte ${p.position} von ${p.count}`,
    en: (p: { position: number; count: number }) => `Ticket ${p.position} of ${p.count}`,
  },
  begin: { de: 'Beginn', en: 'Starts' },
  doors: { de: 'Einlass', en: 'Doors open' },
  venue: { de: 'Ort', en: 'Venue' },
  ticketType: { de: 'Karte', en: 'Ticket' },
  complimentary: { de: 'Freikarte', en: 'Complimentary' },
  holder: { de: 'Bestellt von', en: 'Ordered by' },
  qrAlt: {
    de: 'QR-Code dieser Karte; am Einlass wird er gelesen.',
    en: 'QR code of this ticket, scanned at the entrance.',
  },
  voidTicket: { de: 'Ungültig', en: 'Void' },
  voidTicketTitle: {
    de: (p: { concert: string; orderNo: string }) =>
      `Ungültige Karte, ${p.concert}, Bestellung ${p.orderNo}`,
    en: (p: { concert: string; orderNo: string }) =>
      `Void ticket, ${p.concert}, order ${p.orderNo}`,
  },
  ticketCancelled: {
    de: 'Diese Karte wurde storniert und gilt nicht mehr.',
    en: 'This ticket has been cancelled and is no longer valid.',
  },
  ticketReplaced: {
    de: 'Diese Karte wurde durch eine neue ersetzt und gilt nicht mehr.',
    en: 'This ticket has been replaced by a new one and is no longer valid.',
  },
  voidTicketQuestions: {
    de: (p: { email: string }) => `Fragen zu dieser Karte? Schreiben Sie uns gern: ${p.email}`,
    en: (p: { email: string }) => `Questions about this ticket? Please write to us: ${p.email}`,
  },
  postalTitle: { de: 'Ihre Karten', en: 'Your tickets' },
  postalIntro: {
    de: 'Vielen Dank für Ihre Bestellung. Dieser Brief enthält:',
    en: 'Thank you for your order. This letter contains:',
  },
  postalClosing: {
    de: 'Wir freuen uns auf Ihren Besuch.',
    en: 'We look forward to your visit.',
  },
  ticketRules: {
    de: 'Freie Platzwahl. Die Karte gilt für eine Person und einen Einlass, gedruckt oder auf dem Telefon.',
    en: 'Unreserved seating. This ticket admits one person once, on paper or on a phone.',
  },

  confirmation: { de: 'Bestellbestätigung', en: 'Order confirmation' },
  confirmationIntro: {
    de: (p: { name: string; date: string }) =>
      `Am ${p.date} haben Sie bei ${p.name} verbindlich bestellt:`,
    en: (p: { name: string; date: string }) =>
      `On ${p.date} you placed this binding order with ${p.name}:`,
  },
  delivery: { de: 'Ihre Karten', en: 'Your tickets' },
  deliveryOnline: {
    de: 'Als PDF, je Karte eine Seite. Gedruckt oder auf dem Telefon gelten sie gleich.',
    en: 'As a PDF, one page per ticket, valid on paper or on a phone.',
  },
  deliveryPostal: {
    de: (p: { note: string }) => `Mit der Post an die oben genannte Anschrift. ${p.note}`,
    en: (p: { note: string }) => `By post to the address above. ${p.note}`,
  },
  handling: {
    de: 'Wir bearbeiten die Bestellung innerhalb von 24\u00A0Stunden.',
    en: 'We process orders within 24\u00A0hours.',
  },
  deliveryBoxoffice: {
    de: (p: { orderNo: string }) =>
      `An der Abendkasse, ab 30\u00A0Minuten vor Beginn, unter der Bestellnummer ${p.orderNo}.`,
    en: (p: { orderNo: string }) =>
      `At the box office, from 30\u00A0minutes before the concert, quoting order number ${p.orderNo}.`,
  },
  withdrawal: { de: 'Kein Widerrufsrecht', en: 'No right of withdrawal' },
  withdrawalText: {
    de: 'Karten für Konzerte sind Leistungen der Freizeitgestaltung zu einem festen Termin. Nach §\u202F312g Abs.\u202F2 Nr.\u202F9 BGB besteht für sie kein Widerrufsrecht.',
    en: 'Concerts are leisure services on a fixed date. Under §\u202F312g (2) No.\u202F9 of the German Civil Code (BGB) there is no right of withdrawal.',
  },
  terms: { de: 'Allgemeine Geschäftsbedingungen', en: 'General Terms and Conditions' },
  termsAccepted: {
    de: (p: { version: string }) =>
      `Die Allgemeinen Geschäftsbedingungen in der Fassung vom ${p.version} haben Sie angenommen.`,
    en: (p: { version: string }) =>
      `You have accepted the General Terms and Conditions (version of ${p.version}). The German text is binding.`,
  },
});
