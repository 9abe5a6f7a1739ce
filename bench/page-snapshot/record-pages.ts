import { at, type Client, listAt } from '#test/http-client.ts';
import { registration } from '#test/registration.ts';
import { screens } from '#contract/office/screens.ts';
import type { Normalizer } from '../api-snapshot/normalize.ts';
import {
  publicPages,
  type RecordedCall,
  recordPurchase,
  shopPages,
  toRecord,
  waitUntilStable,
} from '../api-snapshot/record-calls.ts';
import type { SnapshotShop } from '../api-snapshot/start-snapshot-shop.ts';

const LANGUAGES = ['de', 'en'];
const ROLES = ['admin', 'office', 'editor', 'door'];
const errorPages = ['/not-found', '/nowhere', '/verify-email?url=x', '/newsletter-preferences/x'];
/** These are files of this moment, or lead to another page. */
const withoutPage = /sign-out|language|invitation|documents|\.csv$|\.json$|\.pdf$/;

/** Office and personal area show when something happened. */
const clockTime = /\b\d{1,2}\.\d\d(?=\W{1,12}(?:Uhr|am|pm)\b)/g;

/** Opens every page as everybody, in a fixed sequence. */
export async function recordPages(
  send: Client,
  normalize: Normalizer,
  shop: SnapshotShop,
): Promise<RecordedCall[]> {
  await waitUntilStable(send, '/de/concerts/all');
  await recordPurchase(send, send);
  const recorded: RecordedCall[] = [];
  const record = async (who: string, cookie: string, paths: string[]): Promise<void> => {
    for (const path of paths) {
      for (const language of LANGUAGES) {
        const headers = { accept: 'text/html', cookie };
        const response = await send('GET', path, { headers, language });
        const html = withoutScripts(response.text);
        const text = /^\/(?:office|user)/.test(path) ? html.replaceAll(clockTime, '<time>') : html;
        recorded.push(toRecord(`${who} ${language} ${path}`, { ...response, text }, normalize));
      }
    }
  };
  const pages = await listPages(send);
  await record('visitor', '', pages);
  await record('customer', await signUp(send, shop), pages);
  await record('stranger', '', officePaths().map(fillWith('1')));
  for (const role of ROLES) {
    const cookie = await signIn(send, shop, role);
    await record(role, cookie, await listOfficePages(send, cookie));
  }
  return recorded;
}

/** Scripts and what is loaded ahead carry names of files and routes, which a refactoring may change. */
function withoutScripts(html: string): string {
  return html
    .replaceAll('<wbr/>', '')
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="(?:modulepreload|stylesheet|preload)"[^>]*>/g, '')
    .replaceAll(/<style\b[^>]*>[\s\S]*?<\/style>/g, '');
}

async function listPages(send: Client): Promise<string[]> {
  const { body } = await send('GET', '/concert');
  const concerts = listAt(body, 'data').map((concert) => `/concerts/${String(at(concert, 'id'))}`);
  const everybodys = [...publicPages, '/concerts/all', ...concerts];
  const prefixed = ['', '/de', '/en'].flatMap((home) =>
    everybodys.map((page) => `${home}${page}` || '/'),
  );
  return [...prefixed, ...errorPages, ...shopPages];
}

const officePaths = (): string[] => Object.keys(screens).filter((path) => !withoutPage.test(path));
const fillWith =
  (value: string) =>
  (path: string): string =>
    path.replaceAll(/:\w+/g, value);

/** The office's pages, with things that the lists of this role link. */
async function listOfficePages(send: Client, cookie: string): Promise<string[]> {
  const headers = { accept: 'text/html', cookie };
  const lists = ['/office', '/office/orders', '/office/people?q=Wieck', '/office/mails'];
  const linked = new Set<string>();
  for (const path of [...lists, '/office/messages', '/office/staff']) {
    const { text } = await send('GET', path, { headers });
    for (const [, href] of text.matchAll(/href="(\/office\/[^"?#]+)"/g)) linked.add(href ?? '');
  }
  return officePaths().map((path) => {
    const pattern = new RegExp(`^${fillWith('([^/]+)')(path.split('/').slice(0, 4).join('/'))}`);
    const value = [...linked].map((href) => pattern.exec(href)?.[1]).find(Boolean);
    return path.replace(/:\w+/, value ?? '1').replaceAll(/:\w+/g, '1');
  });
}

async function signUp(send: Client, { url }: SnapshotShop): Promise<string> {
  const form = registration();
  await send('POST', '/register', { json: form });
  const { email_address = '', password = '' } = form;
  return await postForm(send, url, '/auth/login', { email_address, password });
}

async function signIn(send: Client, { url, output }: SnapshotShop, role: string): Promise<string> {
  const line = new RegExp(`^\\s+Staff\\s+${role} (\\S+) (\\S+)$`, 'm');
  const [, email = '', password = ''] = line.exec(output()) ?? [];
  return await postForm(send, url, '/office/sign-in', { email, password, code: '' });
}

/** Sends a form and returns the cookies of the response. */
async function postForm(
  send: Client,
  url: string,
  path: string,
  form: Record<string, string>,
): Promise<string> {
  const headers = { origin: url, accept: 'text/html' };
  const { status, headers: received } = await send('POST', path, { form, headers });
  if (status !== 303) throw new Error(`nobody signed in at ${path}: ${status}`);
  return received
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .filter((cookie) => !cookie?.startsWith('flash='))
    .join('; ');
}
