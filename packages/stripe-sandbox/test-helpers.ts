import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import type { SandboxOptions } from './sandbox-options.ts';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

/** Keys of the tests. */
export const KEYS = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
};

/** A sandbox and the real client talking to it; no timer changes anything. */
export async function openShop(
  options: Partial<SandboxOptions> = {},
): Promise<{ sandbox: Sandbox; stripe: Stripe }> {
  const sandbox = await startSandbox({ ...KEYS, asyncDelay: null, ...options });
  return { sandbox, stripe: clientFor(sandbox) };
}

/** The real client, as the product sets it up. */
export function clientFor(sandbox: { url: string }, secretKey = KEYS.secretKey): Stripe {
  const { hostname, port } = new URL(sandbox.url);
  return new Stripe(secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 2000,
    telemetry: false,
  });
}

/** An event as a receiver of webhooks got it. */
export type Received = { body: string; headers: IncomingHttpHeaders };

/** A receiver of webhooks; `statusOf` gives the status for each delivery. */
export async function openReceiver(statusOf: (count: number) => number = () => 200): Promise<{
  url: string;
  received: Received[];
  close: () => void;
}> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      received.push({ body, headers: request.headers });
      response.writeHead(statusOf(received.length)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The error a call of the client fails with. */
export async function failureOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('It should have failed.');
}
