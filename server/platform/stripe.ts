import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { Stripe } from 'stripe';
import {
  type ConcurrencyLimiter,
  createConcurrencyLimiter,
} from './process/concurrency-limiter.ts';

/** The payment provider, with the client of this process. */
export interface Provider {
  stripe: Stripe;
  /** For calls that open a payment. 503 for one that waited too long. */
  limitOpenings: ConcurrencyLimiter;
  /** For reads that browsers cause; likewise. */
  limitReads: ConcurrencyLimiter;
  publishableKey: string;
  webhookSecrets: string[];
  /** Whether the secret key moves real money. */
  livemode: boolean;
  /** Address of the provider's script; a path if this shop serves it. */
  jsUrl: string;
}

export interface ProviderSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecrets: string[];
  /** Undefined: Stripe's. */
  apiBase: string | undefined;
  jsUrl: string | undefined;
  /** For tests: how long a new payment waits for its call. */
  maxWaitMs?: number;
}

/** Stripe's default of 80 s and three attempts is longer than any buyer waits (payments.md 2). */
const TIMEOUT_MS = 10_000;
const MAX_RETRIES = 1;
/** Calls of this process at a time: the provider rejects floods, and then everybody's payments fail. */
const MAX_CALLS = 20;
/** Of these, calls that open payments: a silent provider leaves room for those that settle. */
const MAX_OPENINGS = 16;
/** A page of 100 objects has less than 1 MB. */
const MAX_ANSWER_BYTES = 8_000_000;
/** Of these, reads that browsers cause. */
const MAX_READS = 10;
/** New payments, or reads, waiting for their call; at a usual pace they wait a few seconds. */
const MAX_WAITING = 400;
/** A provider that is silent takes 10 s per call: buyers should read soon that they must try again. */
const MAX_WAIT_MS = 10_000;

/** Stripe's address of its script; never self-hosted (payments.md 7). */
const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js';

/** The payment provider by Stripe's own client (payments.md). */
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
  const waiting = {
    code: 'provider_busy' as const,
    maxWaitMs: settings.maxWaitMs ?? MAX_WAIT_MS,
  };
  const browserReads = new AsyncLocalStorage<true>();
  const limitReads = createConcurrencyLimiter(MAX_READS, MAX_WAITING, waiting);
  return {
    stripe: new Stripe(settings.secretKey, {
      ...address,
      timeout: TIMEOUT_MS,
      maxNetworkRetries: MAX_RETRIES,
      telemetry: false,
      httpClient: limitCalls(Stripe.createNodeHttpClient(), () => browserReads.getStore() === true),
    }),
    // around Stripe's client: its own second attempt must not queue again
    limitOpenings: createConcurrencyLimiter(MAX_OPENINGS, MAX_WAITING, waiting),
    limitReads: (read) => limitReads(() => browserReads.run(true, read)),
    publishableKey: settings.publishableKey,
    webhookSecrets: settings.webhookSecrets,
    livemode: /^(sk|rk)_live_/.test(settings.secretKey),
    jsUrl: settings.jsUrl ?? STRIPE_JS,
  };
}

/** The gate of all calls: reads that browsers cause wait for webhooks, settling and new payments. */
function limitCalls(client: Stripe.HttpClient, isBrowserRead: () => boolean): Stripe.HttpClient {
  const limit = createConcurrencyLimiter(MAX_CALLS, Infinity);
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) =>
      limit(async () => limitResponse(await client.makeRequest(...request)), !isBrowserRead()),
  };
}

/** Reads a response up to a limit; Stripe's client reports what this throws, but stumbles over `null`. */
function limitResponse(response: Stripe.HttpClientResponse): Stripe.HttpClientResponse {
  const raw: unknown = response.getRawResponse();
  if (!(raw instanceof Readable)) return response;
  return Object.assign(response, { toJSON: () => readObject(raw) });
}

async function readObject(answer: Readable): Promise<object> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    const part = Buffer.from(chunk as Uint8Array);
    chunks.push(part);
    bytes += part.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('The payment provider sends too much.');
  }
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  if (typeof body === 'object' && body !== null) return body;
  throw new Error('The payment provider sends no object.');
}
