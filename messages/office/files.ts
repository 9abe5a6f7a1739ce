import { defineTexts } from '../define-texts.ts';

/** Names of files that the office exports (office.md 9). */
export const fileTexts = defineTexts({
  orders: { de: 'bestellungen', en: 'orders' },
  boxOffice: { de: 'kassenliste', en: 'box-office' },
  audit: { de: 'protokoll', en: 'audit' },
  door: { de: 'einlass', en: 'door' },
  gema: { de: 'gema', en: 'gema' },
  donations: { de: 'spenden', en: 'donations' },
  run: { de: 'vorgang', en: 'run' },
  revenue: { de: 'umsatz', en: 'revenue' },
  sales: { de: 'verkauf', en: 'sales' },
  invoices: { de: 'rechnungen', en: 'invoices' },
  newsletter: { de: 'newsletter', en: 'newsletter' },
  tickets: { de: 'karten', en: 'tickets' },
  post: { de: 'briefpost', en: 'post' },
  person: { de: 'auskunft', en: 'person' },
  programme: { de: 'programm', en: 'programme' },
  start: { de: 'anfang', en: 'start' },
});
