import { Stripe } from 'stripe';

/** The payment provider as this process uses it. */
export interface Provider {
  stripe: Stripe;
  publishableKey: string;
  webhookSecrets: string[];
  /** Whether the secret key moves real money. */
  livemode: boolean;
  /** Where the browser loads the provider's script from; a path where it is this shop itself. */
  jsUrl: string;
}

export interface ProviderSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecrets: string[];
  /** Undefined: Stripe's own. */
  apiBase: string | undefined;
  jsUrl: string | undefined;
}

/** In ms. Stripe's own default of 80 s and three tries are longer than any buyer waits (payments.md 2). */
const TIMEOUT_MS = 10_000;
const MAX_RETRIES = 1;

/** Stripe's own address of its script; never self-hosted (payments.md 7). */
const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js';

export function createProvider(settings: ProviderSettings): Provider {
  const base = settings.apiBase === undefined ? null : new URL(settings.apiBase);
  const address =
    base === null
      ? {}
      : {
          host: base.hostname,
          port: base.port === '' ? (base.protocol === 'https:' ? 443 : 80) : Number(base.port),
          protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
        };
  return {
    stripe: new Stripe(settings.secretKey, {
      ...address,
      timeout: TIMEOUT_MS,
      maxNetworkRetries: MAX_RETRIES,
      telemetry: false,
    }),
    publishableKey: settings.publishableKey,
    webhookSecrets: settings.webhookSecrets,
    livemode: /^(sk|rk)_live_/.test(settings.secretKey),
    jsUrl: settings.jsUrl ?? STRIPE_JS,
  };
}
