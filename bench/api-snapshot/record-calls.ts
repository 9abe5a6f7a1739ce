import { setTimeout as wait } from 'node:timers/promises';
import { Buyer } from '#test/buyer.ts';
import {
  type ApiResponse,
  at,
  type CallOptions,
  type Client,
  createClient,
  listAt,
} from '#test/http-client.ts';
import { newEmail, PASSWORD, registration } from '#test/registration.ts';
import type { Normalizer } from './normalize.ts';

/** A call and its response, comparable between runs. */
export interface RecordedCall {
  call: string;
  status: number;
  headers: Record<string, string>;
  /** JSON as it is; other text by lines. */
  body: unknown;
}

const POLL_MS = 500;
const MAX_WAIT_MS = 120_000;
const comparedHeaders = [
  'content-type',
  'cache-control',
  'location',
  'vary',
  'link',
  'set-cookie',
  'retry-after',
  'content-language',
  'content-security-policy',
  'referrer-policy',
  'x-content-type-options',
  'access-control-allow-origin',
];
/** Pages that are the same for everybody. */
export const publicPages = [
  '',
  '/about',
  '/contact',
  '/impressum',
  '/terms',
  '/privacy',
  '/accessibility',
];
/** Pages of a purchase and of an account. */
export const shopPages = [
  '/ticketshop',
  '/ticketshop/checkout',
  '/ticketshop/payment',
  '/ticketshop/order-confirmation',
  '/auth',
  '/auth/login',
  '/auth/register',
  '/auth/reset-password',
  '/verify-email',
  '/user',
  '/user/profile',
];

/** Makes all calls in a fixed sequence and records them. */
export async function recordCalls(send: Client, normalize: Normalizer): Promise<RecordedCall[]> {
  const recorded: RecordedCall[] = [];
  const record: Client = async (method, path, options = {}) => {
    const response = await send(method, path, options);
    recorded.push(toRecord(`${method} ${path}${describe(options)}`, response, normalize));
    return response;
  };
  await waitUntilStable(send, '/de/concerts/all');
  const ids = await recordCatalogue(record);
  await recordPages(record, ids);
  await recordPurchase(record, send);
  await recordAccount(record);
  await recordErrors(record);
  return recorded;
}

const describe = ({ language, bearer }: CallOptions): string =>
  [language && ` (${language})`, bearer && ' (logged in)'].filter(Boolean).join('');

/** The pictures are drawn after the start, and pages show them once they exist. */
export async function waitUntilStable(send: Client, path: string): Promise<void> {
  let last = '';
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += 4 * POLL_MS) {
    const { text } = await send('GET', path, { headers: { accept: 'text/html' } });
    if (text === last) return;
    last = text;
    await wait(4 * POLL_MS);
  }
}

async function recordCatalogue(record: Client): Promise<string[]> {
  const paths = ['/api/festival', '/api/site', '/countries', '/api/openapi.json', '/healthz'];
  for (const path of [...paths, '/concert/calendar.ics', '/sitemap.xml', '/robots.txt']) {
    await record('GET', path);
  }
  const { body } = await record('GET', '/concert');
  await record('GET', '/concert', { language: 'en' });
  const ids = listAt(body, 'data').map((concert) => String(at(concert, 'id')));
  for (const id of ids) {
    for (const language of ['de', 'en']) await record('GET', `/concert/${id}`, { language });
  }
  await record('GET', `/concert/${ids[0]}/calendar.ics`);
  return ids;
}

async function recordPages(record: Client, ids: string[]): Promise<void> {
  const headers = { accept: 'text/html' };
  const concerts = [...ids.slice(0, 3), 'x'].map((id) => `/concerts/${id}`);
  for (const home of ['', '/de', '/en']) {
    for (const page of [...publicPages, '/concerts/all', ...concerts, '/not-found', '/nowhere']) {
      await record('GET', `${home}${page}` || '/', { headers });
    }
  }
  for (const page of shopPages) await record('GET', page, { headers });
}

/** A purchase with some refused steps. */
export async function recordPurchase(record: Client, send: Client): Promise<void> {
  const { body } = await send('GET', '/concert');
  const concert = listAt(body, 'data').find((each) => at(each, 'onsale') === true);
  const productId = Number(at(concert, 'product.id'));
  const types = listAt(concert, 'product.tickets').map((each) =>
    Number(at(each, 'product_variation_id')),
  );
  const ticket = { productId, types };
  const buyer = new Buyer({ url: '' }, undefined, record);
  await buyer.cart();
  await buyer.initiate();
  await buyer.add(ticket, { quantity: 2 });
  await buyer.add(ticket, { quantity: 1000 });
  await buyer.set(ticket, { quantity: 1 });
  await buyer.extend();
  await buyer.delivery('postal');
  await buyer.details({ email: 'no address', zip: '' });
  await buyer.details();
  await buyer.delivery('onlineticket');
  await buyer.cart();
  await buyer.initiate();
  await buyer.complete();
  const shown = await send('GET', '/sandbox/card', { headers: { accept: '*/*' } });
  const sandbox = createClient(shown.headers.get('x-sandbox') ?? '');
  await sandbox('POST', '/sandbox/pay', { json: [buyer.intent] });
  const { body: completed } = await buyer.complete();
  const token = completed.data?.order_token ?? '';
  await waitForDocuments(send, token);
  await buyer.order(token);
  await buyer.order('unknown');
  await buyer.clear();
}

async function waitForDocuments(send: Client, token: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += POLL_MS) {
    const { body } = await send('GET', `/api/order/details?token=${token}`);
    if (at(body, 'data.all_urls_ready') === true) return;
    await wait(POLL_MS);
  }
  throw new Error('the documents of the order were not made in time');
}

async function recordAccount(record: Client): Promise<void> {
  const email = newEmail();
  const json = registration({ email_address: email });
  const { body } = await record('POST', '/register', { json });
  await record('POST', '/register', { json });
  const login = { email_address: email, password: PASSWORD };
  await record('POST', '/login', { json: login });
  await record('POST', '/login', { json: { ...login, password: 'wrong password' } });
  const bearer = String(at(body, 'user.access_token'));
  const id = String(at(body, 'user.id'));
  for (const path of [
    '/me',
    '/orders',
    '/delivery-details',
    '/api/email/verification-notification',
  ]) {
    await record('GET', path, { bearer });
  }
  await record('PUT', `/${id}`, { bearer, json: { first_name: 'Robert', last_name: 'Schumann' } });
  await record('POST', '/forgot-password', { json: { email_address: email } });
  await record('POST', '/api/newsletter', { json: { email } });
  const message = { email, subject: 'Karten', message: 'Gibt es noch Karten?', honeypot: '' };
  await record('POST', '/api/contact', { json: message });
  await record('POST', '/logout', { bearer });
  await record('GET', '/me', { bearer });
}

async function recordErrors(record: Client): Promise<void> {
  const posts = [
    '/cart',
    '/cart/update',
    '/delivery-details',
    '/register',
    '/login',
    '/api/contact',
  ];
  for (const language of ['de', 'en']) {
    for (const path of posts) await record('POST', path, { json: {}, language });
    for (const path of ['/api/nothing', '/concert/0', '/cart/x', '/me']) {
      await record('GET', path, { language });
    }
  }
}

/** A response without what differs between runs. */
export function toRecord(call: string, response: ApiResponse, normalize: Normalizer): RecordedCall {
  const { status, headers, text } = response;
  const isJson = headers.get('content-type')?.includes('json') === true && text !== '';
  const normalized = normalize(text);
  return {
    call: normalize(call),
    status,
    headers: Object.fromEntries(
      comparedHeaders.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, normalize(value)]];
      }),
    ),
    body: isJson ? JSON.parse(normalized) : normalized.replaceAll('><', '>\n<').split('\n'),
  };
}
