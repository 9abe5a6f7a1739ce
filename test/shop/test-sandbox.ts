import { startSandbox, type Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';

/** Keys of the sandbox in tests. */
export const SANDBOX_KEYS = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
};

/** A payment sandbox without timers, which retries webhooks immediately. */
export async function startTestSandbox(): Promise<Sandbox> {
  return await startSandbox({
    ...SANDBOX_KEYS,
    asyncDelay: null,
    webhookRetryDelays: Array.from({ length: 20 }, (_, attempt) => 1 + 20 * attempt),
  });
}
