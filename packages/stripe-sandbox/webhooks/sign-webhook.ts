import { createHmac } from 'node:crypto';

/**
 * The `Stripe-Signature` header: `t=<seconds>,v1=<HMAC-SHA256 of "t.payload">`, one v1 for each
 * secret of a comma list (Stripe signs with both while a secret is rotated).
 */
export function signWebhook(payload: string, secrets: string, seconds: number): string {
  const signatures = secrets
    .split(',')
    .map((secret) => createHmac('sha256', secret.trim()).update(`${seconds}.${payload}`))
    .map((hmac) => `v1=${hmac.digest('hex')}`);
  return [`t=${seconds}`, ...signatures].join(',');
}
