import type Stripe from 'stripe';
import { checkoutReference, receivedCents } from './provider/intents.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { toId } from './provider/provider-lists.ts';
import { retrievePage } from './provider/provider-pages.ts';

/** How many open pages we check for a payment that names no checkout. */
const MAX_PAGES = 20;

/**
 * Stores a payment's intent with its checkout if no checkout has it yet: the provider creates the intent of a
 * hosted page when its buyer pays, and the process that created the intent of card fields may have died before
 * it stored it. The payment's metadata names the checkout. An id alone may belong to another database on the
 * same account, so the key must match, too.
 */
export async function attachIntent(deps: PaymentDeps, intent: Stripe.PaymentIntent): Promise<void> {
  const named = checkoutReference(intent);
  if (named?.key === undefined) return await attachToPage(deps, intent);
  await deps.steps.query({
    name: 'attach_intent',
    text: `update checkout c set intent_id = $1
           where c.id = $2 and c.intent_id is null and hash_checkout(c) = $3`,
    values: [intent.id, named.id, named.key],
  });
}

/** A provider that only implements Stripe's protocol may store no metadata: then the page names its intent. */
async function attachToPage(deps: PaymentDeps, intent: Stripe.PaymentIntent): Promise<void> {
  if (intent.status !== 'succeeded') return;
  const { rows } = await deps.pool.query<{ provider_session: string }>(
    `select provider_session from checkout
     where provider_session is not null and intent_id is null and settled_at is null
       and amount_cents = $1 and created_at > now() - interval '2 days'
     order by created_at desc limit $2`,
    [receivedCents(intent), MAX_PAGES],
  );
  for (const { provider_session: providerSession } of rows) {
    const session = await retrievePage(deps.provider, providerSession);
    if (toId(session?.payment_intent ?? null) !== intent.id) continue;
    await deps.pool.query(
      'update checkout set intent_id = $1 where provider_session = $2 and intent_id is null',
      [intent.id, providerSession],
    );
    return;
  }
}
