import { pickTexts } from '#messages/define-texts.ts';
import type { Language } from '#contract/language.ts';
import {
  accountFieldTexts,
  accountTexts,
  personalTexts,
  profileTexts,
  sessionTexts,
} from '#messages/accounts.ts';
import { cartTexts } from '#messages/cart.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { concertTexts } from '#messages/concerts.ts';
import { contactTexts } from '#messages/contact.ts';
import { festivalTexts } from '#messages/festival.ts';
import { layoutTexts } from '#messages/layout.ts';
import { newsletterTexts } from '#messages/newsletter.ts';
import { orderTexts } from '#messages/orders.ts';
import { paymentTexts, paymentFlashTexts } from '#messages/payment.ts';
import { platformTexts } from '#messages/platform.ts';
import { quantityTexts } from '#messages/quantity.ts';
import { uiTexts } from '#messages/ui.ts';

/** The site's texts in one language, to find elements by name as a visitor does. */
export const textsOf = (language: Language) => ({
  account: pickTexts(accountTexts, language),
  accountField: pickTexts(accountFieldTexts, language),
  cart: pickTexts(cartTexts, language),
  checkout: pickTexts(checkoutTexts, language),
  concert: pickTexts(concertTexts, language),
  contact: pickTexts(contactTexts, language),
  festival: pickTexts(festivalTexts, language),
  layout: pickTexts(layoutTexts, language),
  newsletter: pickTexts(newsletterTexts, language),
  order: pickTexts(orderTexts, language),
  payment: pickTexts(paymentTexts, language),
  personal: pickTexts(personalTexts, language),
  platform: pickTexts(platformTexts, language),
  profile: pickTexts(profileTexts, language),
  paymentFlash: pickTexts(paymentFlashTexts, language),
  session: pickTexts(sessionTexts, language),
  ui: { ...pickTexts(uiTexts, language), ...pickTexts(quantityTexts, language) },
});

export type Texts = ReturnType<typeof textsOf>;

/** Accept-Language and formats of a visitor with this language. */
export const localeOf = { de: 'de-DE', en: 'en-GB' } as const satisfies Record<Language, string>;
