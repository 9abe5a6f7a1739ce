import path from 'node:path';
import type { Env } from '../settings/env.ts';
import type { ProviderSettings } from '../platform/stripe.ts';
import { SANDBOX_PREFIX } from '../site/sandbox-proxy.ts';

/** The sandbox as the shop uses it. */
export interface RunningSandbox {
  url: string;
  setWebhookUrl(url: string): void;
  setBrowserUrl(url: string): void;
  close(): Promise<void>;
}

/** The events that the shop handles; the sandbox sends only these. */
const EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'checkout.session.completed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
];

const keys = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
};

/** Stripe with the keys of the environment, otherwise our own sandbox, behind the same client. */
export async function choosePaymentProvider(
  env: Env,
): Promise<{ settings: ProviderSettings; sandbox: RunningSandbox | null }> {
  if (env.stripe !== undefined) return { settings: env.stripe, sandbox: null };
  const { startSandbox } = await import('#packages/stripe-sandbox/start-sandbox.ts');
  const sandbox = await startSandbox({
    ...keys,
    webhookEvents: EVENTS,
    stateFile: path.join(env.dataDir, 'payment-sandbox.jsonl'),
  });
  const settings = {
    ...keys,
    webhookSecrets: [keys.webhookSecret],
    apiBase: sandbox.url,
    jsUrl: `${SANDBOX_PREFIX}/stripe.js`,
  };
  return { settings, sandbox };
}
