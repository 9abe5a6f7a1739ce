import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import type { Database } from '#db/types.ts';
import { releaseExpiredHolds } from '#server/cart/release-expired-holds.ts';
import { findProgramme, findProgrammeChange, findStock } from '#server/concerts/find-programme.ts';
import { requeueLostDocuments } from '#server/documents/requeue-lost-documents.ts';
import { countViolations } from '#server/invariants.ts';
import { findJobBacklog } from '#server/platform/jobs/job-backlog.ts';
import { requeueLostMails } from '#server/platform/mail/queue-mail.ts';
import { deleteExpiredData } from '#server/retention.ts';
import { Times } from '../measure.ts';
import { post, purchase, type HotTicket } from '../purchase.ts';
import type { ShopProcess } from '../shop-process.ts';

/** Something whose time is to stay the same. */
export interface Probe {
  name: string;
  run: () => Promise<unknown>;
  /** How often it is measured. */
  times: number;
}

const PASSWORD = 'ein langes Lied am Berg';
/** Every call a customer makes often, and what runs by itself. Makes the customer they are about. */
export async function makeProbes(shop: ShopProcess, ware: HotTicket): Promise<Probe[]> {
  const email = `${randomUUID()}@example.org`;
  await post(`${shop.url}/register`, {
    first_name: 'Anna',
    last_name: 'Rast',
    email_address: email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
  });
  const token = await purchase(shop, ware, new Times(), 'onlineticket');
  return [...(await customerProbes(shop, ware, email, token)), ...workProbes(shop)];
}

async function customerProbes(
  shop: ShopProcess,
  ware: HotTicket,
  email: string,
  token: string,
): Promise<Probe[]> {
  const login = await post(`${shop.url}/login`, { email_address: email, password: PASSWORD });
  const { access_token: bearer } = login['data'] as { access_token: string };
  const headers = { authorization: `Bearer ${bearer}` };
  const get = (path: string): Probe => ({
    name: `GET ${path.replace(/token=.*/, 'token=…')}`,
    times: 40,
    run: async () => {
      const response = await fetch(shop.url + path, { headers });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      await response.arrayBuffer();
    },
  });
  const sessionId = randomUUID();
  const items = [{ productId: ware.productId, id: ware.typeId, quantity: 1 }];
  const address = `${shop.url}/cart`;
  const send = (name: string, run: () => Promise<unknown>, times = 40): Probe => ({
    name,
    run,
    times,
  });
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
    send('POST /cart', () => post(address, { sessionId: randomUUID(), items })),
    send('POST /cart, held before', () => post(address, { sessionId, items }), 9),
    get(`/cart/${sessionId}`),
    send('POST /cart/update', () => post(`${address}/update`, { sessionId, items })),
    send(
      'POST /login',
      () => post(`${shop.url}/login`, { email_address: email, password: PASSWORD }),
      10,
    ),
    send(
      'POST /forgot-password',
      () => post(`${shop.url}/forgot-password`, { email_address: email }),
      10,
    ),
    send('whole purchase', () => purchase(shop, ware, new Times())),
    get('/readyz'),
    get('/metrics'),
  ];
}

/** Statements without a caller. */
function workProbes({ pool }: ShopProcess): Probe[] {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const work = (name: string, run: () => Promise<unknown>): Probe => ({ name, run, times: 15 });
  return [
    work('every 300 ms: stock', () => findStock(db)),
    work('every 300 ms: programme changed?', () => findProgrammeChange(db)),
    work('a changed programme', () => findProgramme(db)),
    work('every minute: ended carts', () => releaseExpiredHolds(pool)),
    work('every 10 minutes: lost mails', () => requeueLostMails(pool)),
    work('every 10 minutes: lost documents', () => requeueLostDocuments(pool)),
    work('the two numbers', () => countViolations(pool)),
    work('job backlog', () => findJobBacklog(pool)),
    work('every night: retention', () => deleteExpiredData(pool)),
  ];
}
