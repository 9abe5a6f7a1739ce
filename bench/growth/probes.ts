import { releaseExpiredHolds } from '#server/cart/hold.ts';
import {
  listConcertRows,
  getProgrammeVersion,
  listStock,
} from '#server/programme/list-concert-rows.ts';
import { requeueLostDocuments } from '#server/documents/document-jobs.ts';
import { countViolations, verifyCheckouts } from '#server/invariants.ts';
import { listJobBacklog } from '#server/platform/jobs/job-runner.ts';
import { requeueLostMails } from '#server/platform/mail/queue-mail.ts';
import { deleteExpiredData } from '#server/retention.ts';
import { accepted, Buyer, type ConcertTickets } from '#test/buyer.ts';
import { createClient, newSession, textAt } from '#test/http-client.ts';
import { newEmail, PASSWORD, registration } from '#test/registration.ts';
import { Durations } from '../measure.ts';
import { purchase } from '../purchase.ts';
import type { BenchShop } from '../start-bench-shop.ts';

/** A call or statement whose duration must not grow with the data. */
export interface Probe {
  name: string;
  run: () => Promise<unknown>;
  /** How often it is measured. */
  count: number;
}

/** The calls that customers make often and the recurring statements; registers a customer with an order for them. */
export async function createProbes(shop: BenchShop, ticket: ConcertTickets): Promise<Probe[]> {
  const email = newEmail();
  const call = createClient(shop.url);
  await accepted(call('POST', '/register', { json: registration({ email_address: email }) }));
  const token = await purchase(shop, ticket, new Durations(), 'onlineticket');
  return [...(await customerProbes(shop, ticket, email, token)), ...statementProbes(shop)];
}

async function customerProbes(
  shop: BenchShop,
  ticket: ConcertTickets,
  email: string,
  token: string,
): Promise<Probe[]> {
  const call = createClient(shop.url);
  const logIn = () =>
    accepted(call('POST', '/login', { json: { email_address: email, password: PASSWORD } }));
  const bearer = textAt((await logIn()).body, 'data.access_token');
  const headers = { authorization: `Bearer ${bearer}` };
  const get = (path: string): Probe => ({
    name: `GET ${path.replace(/token=.*/, 'token=…')}`,
    count: 40,
    run: async () => {
      const response = await fetch(shop.url + path, { headers });
      if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
      await response.arrayBuffer();
    },
  });
  const post = (name: string, run: () => Promise<unknown>, count = 40): Probe => ({
    name,
    run,
    count,
  });
  const sessionId = newSession();
  const holder = new Buyer(shop, sessionId);
  const forgotten = { email_address: email };
  return [
    get('/api/festival'),
    get('/countries'),
    get('/concert'),
    get('/concert/1'),
    get('/de'),
    get('/de/concerts'),
    get('/me'),
    get('/orders'),
    get('/delivery-details'),
    get(`/api/order/details?token=${token}`),
    post('POST /cart, new cart', () => accepted(new Buyer(shop).add(ticket))),
    post('POST /cart, existing cart', () => accepted(holder.add(ticket)), 8),
    get(`/cart/${sessionId}`),
    post('POST /cart/update', () => accepted(holder.set(ticket, {}))),
    post('POST /login', logIn, 10),
    post(
      'POST /forgot-password',
      () => accepted(call('POST', '/forgot-password', { json: forgotten })),
      10,
    ),
    post('complete purchase', () => purchase(shop, ticket, new Durations())),
    get('/readyz'),
    get('/metrics'),
  ];
}

/** Statements that the shop executes without a request. */
function statementProbes({ pool }: BenchShop): Probe[] {
  const statement = (name: string, run: () => Promise<unknown>): Probe => ({
    name,
    run,
    count: 15,
  });
  return [
    statement('every 300 ms: stock', () => listStock(pool)),
    statement('every 300 ms: has the programme changed', () => getProgrammeVersion(pool)),
    statement('after a change: the whole programme', () => listConcertRows(pool)),
    statement('every minute: expired holds', () => releaseExpiredHolds(pool)),
    statement('every 10 minutes: lost mails', () => requeueLostMails(pool)),
    statement('every 10 minutes: lost documents', () => requeueLostDocuments(pool)),
    statement('every minute: verify checkouts', () => verifyCheckouts(pool)),
    statement('violations of money and tickets', () => countViolations(pool)),
    statement('job backlog', () => listJobBacklog(pool)),
    statement('every night: retention', () => deleteExpiredData(pool)),
  ];
}
