import type { PaymentIntentResult } from '@stripe/stripe-js';
import type { Language } from '#contract/language.ts';
import { readAppearance, readFonts } from './appearance.ts';
import { loadStripeJs, MAX_LOAD_MS } from './load-stripe-js.ts';

/** Confirms at the provider with what is in the card fields; redirects only if the bank requires it. */
export type Confirm = () => Promise<PaymentIntentResult>;

export interface CardElementSettings {
  stripeJsUrl: string;
  publishableKey: string;
  clientSecret: string;
  language: Language;
  onReady: (confirm: Confirm) => void;
  onFailed: () => void;
}

/** Loads the provider's script and mounts its payment element; returns the function that unmounts it. */
export function mountCardElement(place: HTMLElement, settings: CardElementSettings): () => void {
  let isGone = false;
  let unmount: (() => void) | undefined;
  const mount = async () => {
    const createStripe = await loadStripeJs(settings.stripeJsUrl);
    if (!isGone) unmount = createElement(place, createStripe(settings.publishableKey), settings);
  };
  mount().catch(() => {
    if (!isGone) settings.onFailed();
  });
  return () => {
    isGone = true;
    unmount?.();
  };
}

type StripeObject = ReturnType<Awaited<ReturnType<typeof loadStripeJs>>>;

function createElement(place: HTMLElement, stripe: StripeObject, settings: CardElementSettings) {
  const { clientSecret, language, onReady, onFailed } = settings;
  const appearance = readAppearance();
  const fonts = readFonts();
  const elements = stripe.elements({ clientSecret, locale: language, appearance, fonts });
  const element = elements.create('payment');
  const return_url = `${window.location.origin}/ticketshop/payment`;
  const confirm = () =>
    stripe.confirmPayment({ elements, confirmParams: { return_url }, redirect: 'if_required' });
  const timer = setTimeout(onFailed, MAX_LOAD_MS);
  element.on('ready', () => {
    clearTimeout(timer);
    onReady(confirm);
  });
  element.on('loaderror', onFailed);
  element.mount(place);
  return () => {
    clearTimeout(timer);
    element.destroy();
  };
}
