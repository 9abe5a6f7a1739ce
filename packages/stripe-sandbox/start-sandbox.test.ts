import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clientFor, KEYS, openShop } from './test-helpers.ts';

async function tempFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, 'state.jsonl');
}

/** Starts a sandbox in a process of its own; gives its address once it runs. */
async function spawnSandbox(
  stateFile: string,
): Promise<{ url: string; kill: () => Promise<void> }> {
  const options = JSON.stringify({ ...KEYS, stateFile });
  const program = `const { startSandbox } = await import('./packages/stripe-sandbox/start-sandbox.ts');
    process.stdout.write((await startSandbox(${options})).url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text: Buffer) => resolve(text.toString())),
  );
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url, kill };
}

test('killed at any time, it comes back with all it confirmed', async () => {
  const stateFile = await tempFile();
  const first = await spawnSandbox(stateFile);
  const client = clientFor(first);
  const cart = { amount: 4200, currency: 'eur' };
  const intent = await client.paymentIntents.create(cart, { idempotencyKey: 'order-1' });
  await client.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  await first.kill();
  // it holds client secrets
  expect((await stat(stateFile)).mode & 0o777).toBe(0o600);
  await appendFile(stateFile, '{"kind":"intents","record":{"id":"pi_to');
  const { sandbox, stripe } = await openShop({ stateFile });
  onTestFinished(() => sandbox.close());
  expect(sandbox.faults.intents()).toMatchObject([{ id: intent.id, status: 'succeeded' }]);
  const again = await stripe.paymentIntents.create(cart, { idempotencyKey: 'order-1' });
  expect(again.id).toBe(intent.id);
  expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(4200);
});

test('a processing payment goes on after a restart', async () => {
  const stateFile = await tempFile();
  const before = await openShop({ stateFile });
  const { id } = await before.stripe.paymentIntents.create({
    amount: 4200,
    currency: 'eur',
    payment_method: 'pm_card_processing',
    confirm: true,
  });
  await before.sandbox.close();
  const { sandbox } = await openShop({ stateFile, asyncDelay: 1 });
  onTestFinished(() => sandbox.close());
  await sandbox.events.next({ type: 'payment_intent.succeeded', about: id });
  expect(sandbox.faults.intents()).toMatchObject([{ id, status: 'succeeded' }]);
});

test('the control interface works from another process, but not from a web page', async () => {
  const { sandbox, stripe } = await openShop();
  onTestFinished(() => sandbox.close());
  const { id } = await stripe.paymentIntents.create({ amount: 4200, currency: 'eur' });
  const order = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${sandbox.url}/sandbox/pay`, { method: 'POST', headers, body: JSON.stringify([id]) });
  expect((await order({ 'content-type': 'text/plain' })).status).toBe(404);
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
  const answer = await order({ 'content-type': 'application/json' });
  expect(await answer.json()).toMatchObject({ result: { id, status: 'succeeded' } });
  expect((await order({ 'content-type': 'application/json' })).status).toBe(400);
});

test('Stripe.js and its frames are served with a policy of their own', async () => {
  const { sandbox } = await openShop();
  onTestFinished(() => sandbox.close());
  const script = await fetch(sandbox.stripeJsUrl);
  expect(script.headers.get('content-type')).toContain('text/javascript');
  const frame = await fetch(`${sandbox.url}/card`);
  expect(frame.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await fetch(`${sandbox.url}/frame/..%2fstart-sandbox.ts`)).status).toBe(404);
});
