import { StartError } from '../platform/errors.ts';

export interface StripeKeys {
  secret: string | undefined;
  publishable: string | undefined;
  isProduction: boolean;
  /** STRIPE_TEST=1. */
  isTestAllowed: boolean;
}

/** Whether no money moves with a key. */
export const isTestKey = (key: string): boolean => /^[a-z]+_test_/.test(key);
const isLiveKey = (key: string): boolean => /^[a-z]+_live_/.test(key);

/**
 * Stops the start with keys that do not fit together, or not to NODE_ENV (clarifications.md, Configuration). Half a set
 * is always a mistake: the shop would silently take no money. Throws StartError.
 */
export function checkStripeKeys({ secret, publishable, ...mode }: StripeKeys): void {
  // every browser gets the publishable key: a secret one would expose the account
  if (/^(sk|rk|whsec)_/.test(publishable ?? '')) {
    throw new StartError(
      'STRIPE_PUBLISHABLE_KEY is a secret one. It starts with pk_, STRIPE_SECRET_KEY with sk_.',
    );
  }
  if ((secret === undefined) !== (publishable === undefined)) {
    throw new StartError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together; set both, or neither for the sandbox.',
    );
  }
  const keys = [secret ?? '', publishable ?? ''];
  const hasTestKey = keys.some(isTestKey);
  const hasLiveKey = keys.some(isLiveKey);
  if (hasTestKey && hasLiveKey) {
    throw new StartError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a live key, the other a test key; take both of one mode.',
    );
  }
  if (hasLiveKey && !mode.isProduction) {
    throw new StartError(
      'STRIPE_SECRET_KEY: a live key needs NODE_ENV=production; otherwise use test keys, or none for the sandbox.',
    );
  }
  if (hasTestKey && mode.isProduction && !mode.isTestAllowed) {
    throw new StartError(
      'STRIPE_SECRET_KEY: a test key is refused with NODE_ENV=production, because nobody pays; for a rehearsal set STRIPE_TEST=1.',
    );
  }
}
