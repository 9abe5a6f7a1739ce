import { expect, vi } from 'vitest';
import { roles, type Role } from '#contract/office/staff.ts';
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
}

/** A browser with cookies and without scripts, on the office of a shop. Follows no redirect. */
export class OfficeBrowser {
  readonly cookies = new Map<string, string>();
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** GET, or POST with a form. */
  async send(path: string, { form, origin, headers }: SendOptions = {}): Promise<OfficeResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const from = origin === undefined && form !== undefined ? this.url : origin;
    const response = await fetch(new URL(path, this.url), {
      method: form === undefined ? 'GET' : 'POST',
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
