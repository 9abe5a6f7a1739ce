import type { StripeConstructor } from '@stripe/stripe-js';

/** How long the provider's script, and then its fields, may take before the page offers another way. */
export const MAX_LOAD_MS = 20_000;

let loading: Promise<StripeConstructor> | null = null;

/**
 * Loads the card provider's script, once for this page; after a failure it can be called again. The provider's own
 * loader has a fixed address, ours uses the configured one (STRIPE_JS_URL).
 */
export function loadStripeJs(url: string): Promise<StripeConstructor> {
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
