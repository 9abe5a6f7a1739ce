import type {
  PaymentIntentResult,
  Appearance,
  CustomFontSource,
  StripeConstructor,
} from '@stripe/stripe-js';
import type { Language } from '#contract/language.ts';
import bold from '../fonts/sans-bold.woff2?url';
import regular from '../fonts/sans.woff2?url';

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

const FAMILY = 'MF Sans';

/** The provider's fields in the site's colours: read from the tokens, so that both change together. */
function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: token('--focus'),
      colorBackground: token('--white'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-2'),
      colorTextPlaceholder: token('--field'),
      colorDanger: token('--error'),
      borderRadius: '0px',
      fontSizeBase: '16px',
      fontFamily: `'${FAMILY}', system-ui, sans-serif`,
      gridRowSpacing: '20px',
    },
    rules: {
      '.Input': { border: `1.5px solid ${token('--field')}`, boxShadow: 'none', padding: '14px' },
      '.Input:focus': { boxShadow: 'none', outline: `3px solid ${token('--focus')}` },
      '.Label': { fontWeight: '600' },
    },
  };
}

/** The site's typeface for the provider's frame. */
function readFonts(): CustomFontSource[] {
  const fontAt = (file: string, weight: string) => ({
    family: FAMILY,
    src: `url(${new URL(file, window.location.href).href})`,
    weight,
  });
  return [fontAt(regular, '400'), fontAt(bold, '600')];
}

/** How long the provider's script, and then its fields, may take before the page offers another way. */
const MAX_LOAD_MS = 20_000;

let loading: Promise<StripeConstructor> | null = null;

/**
 * Loads the card provider's script, once for this page; after a failure it can be called again. The provider's own
 * loader has a fixed address, ours uses the configured one (STRIPE_JS_URL).
 */
function loadStripeJs(url: string): Promise<StripeConstructor> {
  loading ??= addScript(url).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

function addScript(url: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    const fail = () => {
      script.remove();
      reject(new Error('the card provider’s script did not load'));
    };
    script.addEventListener('error', fail);
    setTimeout(fail, MAX_LOAD_MS);
    script.addEventListener('load', () => (window.Stripe ? resolve(window.Stripe) : fail()));
    document.head.append(script);
  });
}
