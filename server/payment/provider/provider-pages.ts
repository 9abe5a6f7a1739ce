import { Stripe } from 'stripe';
import { Problem } from '../../platform/problem.ts';
import type { Provider } from '../../platform/stripe.ts';
import type { PaymentDeps } from '../settlement.ts';
import { openAtProvider, paymentMetadata, callProvider, isMissing } from './intents.ts';

/** The provider's limit for the name of a line, in characters. */
const MAX_LINE_NAME_LENGTH = 250;

/** How long a page can be paid unless we expire it; Stripe requires at least 30 minutes. */
const PAGE_TTL_SECONDS = 2 * 3600;

/** The order that a hosted page shows. */
export interface PageOrder {
  id: number;
  session_id: string;
  amount_cents: number;
  language: 'de' | 'en';
  email: string | null;
  created_at: Date;
  /** `price_cents` is the price of one; postage is a line, too. */
  lines: { name: string; price_cents: number; quantity: number }[];
}

/**
 * Creates the hosted page of a checkout, a Checkout Session of the provider. A second call returns the same page,
 * because key and parameters derive from the checkout (payments.md 2 to 4).
 */
export async function createPage(
  deps: Pick<PaymentDeps, 'provider' | 'tokens' | 'publicUrl'>,
  order: PageOrder,
): Promise<Stripe.Checkout.Session> {
  const metadata = paymentMetadata(deps, order);
  const create = (email: string | null) =>
    deps.provider.stripe.checkout.sessions.create(
      {
        ...pageParams(order, metadata, deps.publicUrl()),
        ...(email === null ? {} : { customer_email: email }),
      },
      { idempotencyKey: `checkout-${metadata.checkout_key}-${metadata.shop}-page` },
    );
  return await openAtProvider(deps.provider, async () => {
    try {
      return await create(order.email);
    } catch (error) {
      // the provider refuses an address that we accept: without one, its page asks the buyer
      if (!isEmailRefused(error)) throw error;
      return await create(null);
    }
  });
}

function pageParams(
  order: PageOrder,
  metadata: ReturnType<typeof paymentMetadata>,
  publicUrl: string,
): Stripe.Checkout.SessionCreateParams {
  const page = `${publicUrl}/ticketshop/payment`;
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    allowed_payment_method_types: ['card'],
    adaptive_pricing: { enabled: false },
    locale: order.language,
    line_items: order.lines.map(({ name, price_cents, quantity }) => ({
      quantity,
      price_data: {
        currency: 'eur',
        unit_amount: price_cents,
        product_data: { name: name.slice(0, MAX_LINE_NAME_LENGTH) },
      },
    })),
    client_reference_id: metadata.checkout_key,
    metadata,
    payment_intent_data: { metadata },
    // derived from the checkout's time, so that a repeated request has the same parameters
    expires_at: Math.floor(order.created_at.getTime() / 1000) + PAGE_TTL_SECONDS,
    success_url: `${page}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: page,
  };
}

function isEmailRefused(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'customer_email'
  );
}

/** The page's current Checkout Session; null when there is none. */
export async function retrievePage(
  provider: Provider,
  providerSession: string,
): Promise<Stripe.Checkout.Session | null> {
  return await callProvider(async () => {
    try {
      return await provider.stripe.checkout.sessions.retrieve(providerSession);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });
}

/**
 * Expires a page; its intent cannot be cancelled. Returns its session in its new state, even if it could not be
 * expired; null when there is none. 502 when it is still open.
 */
export async function expirePage(
  provider: Provider,
  providerSession: string,
): Promise<Stripe.Checkout.Session | null> {
  return await callProvider(async () => {
    try {
      return await provider.stripe.checkout.sessions.expire(providerSession);
    } catch (error) {
      if (isMissing(error)) return null;
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      const session = await retrievePage(provider, providerSession);
      if (session?.status === 'open') throw new Problem('provider_failed', { cause: error });
      return session;
    }
  });
}
