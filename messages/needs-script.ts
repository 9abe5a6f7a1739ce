import { defineTexts } from './define-texts.ts';

/** Precedes the association's email address and telephone number. Only the server renders it, hence the mark. */
export const needsScriptTexts = /* @__PURE__ */ defineTexts({
  order: {
    de: 'Zum Bestellen braucht diese Seite JavaScript. Ohne nehmen wir Ihre Bestellung gern per E-\u2060Mail oder Telefon an:',
    en: 'To order here, this page needs JavaScript. Without it, we are glad to take your order by email or telephone:',
  },
  account: {
    de: 'Für Ihr Konto braucht diese Seite JavaScript. Ohne helfen wir Ihnen gern per E-\u2060Mail oder Telefon:',
    en: 'For your account, this page needs JavaScript. Without it, we are glad to help you by email or telephone:',
  },
});
