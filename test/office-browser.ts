import { expect, vi } from 'vitest';
import { roles, type Role } from '#contract/office/staff.ts';
import { listDemoAccounts } from '#server/staff/staff-password.ts';
import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';
import type { DemoShop } from './open-demo-shop.ts';

/** A response of the office as a browser without scripts sees it. */
export interface OfficeResponse {
  status: number;
  /** Path and query of `Location`; null without one. */
  location: string | null;
  headers: Headers;
  html: string;
}

interface SendOptions {
  /** Entries of a form: sends a POST. */
  form?: Record<string, string>;
  /** null sends none; default is the site's own with a form. */
  origin?: string | null;
  headers?: Record<string, string>;
  /** Default: POST with a form, otherwise GET. */
  method?: string;
}

/** A browser with cookies and without scripts, on the office of a shop. Follows no redirect. Prefers English. */
export class OfficeBrowser {
  readonly cookies = new Map<string, string>();
  readonly url: string;
  readonly #origin: string;

  /** `origin` is PUBLIC_URL, if it differs from the shop's address. */
  constructor(url: string, origin: string = url) {
    this.url = url;
    this.#origin = origin;
  }

  /** GET, or POST with a form; an absolute URL reaches another process of the same site. */
  async send(
    path: string,
    { form, origin, headers, method }: SendOptions = {},
  ): Promise<OfficeResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const from = origin === undefined && form !== undefined ? this.#origin : origin;
    const response = await fetch(new URL(path, this.url), {
      method: method ?? (form === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        'accept-language': 'en',
        ...(cookie === '' ? {} : { cookie }),
        ...(from === undefined || from === null ? {} : { origin: from }),
        ...headers,
      },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) this.#store(line);
    const location = response.headers.get('location');
    const target = location === null ? null : new URL(location, this.url);
    return {
      status: response.status,
      location: target === null ? null : target.pathname + target.search,
      headers: response.headers,
      html: await response.text(),
    };
  }

  /** Signs in by password and code; returns the response. */
  async signIn(entries: Record<string, string>, to = ''): Promise<OfficeResponse> {
    return await this.send(`/office/sign-in${to}`, { form: { form: 'sign-in', ...entries } });
  }

  #store(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The token of the first form of a page, which gives a repeated submission no effect. */
export const tokenOf = (html: string): string =>
  /name="token"[^>]*value="([^"]*)"/.exec(html)?.[1] ?? '';

/** The entries that sign in the demonstration's account of this role at a shop with this APP_SECRET. */
export function signInEntries(secret: string, role: Role): Record<string, string> {
  const account = listDemoAccounts(createSignedTokens(secret)).find((each) => each.role === role);
  return { email: account?.email ?? '', password: account?.password ?? '', code: '' };
}

/** The text of the page's h1; null without one. */
export const h1Of = (html: string): string | null =>
  /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, '') ?? null;

/** The accounts of the demonstration, which the shop prints a moment after it is ready. */
export async function readDemoAccounts(shop: Pick<DemoShop, 'output'>) {
  const find = () => [
    ...shop.output().matchAll(/^\s+Staff\s+(admin|office|editor|door) (\S+) (\S+)$/gm),
  ];
  await vi.waitFor(() => expect(find()).toHaveLength(roles.length), { timeout: 30_000 });
  const accounts = new Map(
    find().map(([, role, email = '', password = '']) => [role as Role, { email, password }]),
  );
  return (role: Role) => accounts.get(role) ?? { email: '', password: '' };
}
