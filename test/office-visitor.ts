import type { Role } from '#contract/office/staff.ts';
import { listDemoAccounts } from '#server/office/staff/demo-staff.ts';
import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';

/** A person in the office of a shop that runs, without a browser. */
export interface OfficeVisitor {
  /** Opens a page, of this shop or another one of the same site; redirects are not followed. */
  open(path: string, url?: string): Promise<{ status: number; html: string }>;
  /** Sends a form with the token of the page it stands on. */
  submit(path: string, from: string, url?: string): Promise<number>;
}

interface SignInOptions {
  /** APP_SECRET of the shop, which the demonstration's passwords follow from. */
  secret: string;
  role: Role;
  /** PUBLIC_URL, if it differs from the shop's address. */
  origin?: string;
}

/** Signs in as the demonstration's account of this role. Pages are German. */
export async function signInToOffice(
  shopUrl: string,
  { secret, role, origin = shopUrl }: SignInOptions,
): Promise<OfficeVisitor> {
  const account = listDemoAccounts(createSignedTokens(secret)).find((each) => each.role === role);
  const { email = '', password = '' } = account ?? {};
  const cookies = new Map<string, string>();
  const send = async (url: string, body?: URLSearchParams) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin, 'accept-language': 'de', accept: 'text/html' };
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(url, { method, headers, redirect: 'manual', body: body ?? null });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return { status: response.status, html: await response.text() };
  };
  await send(`${shopUrl}/office/sign-in`, new URLSearchParams({ email, password, code: '' }));
  const open = (path: string, url = shopUrl) => send(url + path);
  return {
    open,
    async submit(path, from, url = shopUrl) {
      const { html } = await open(from, url);
      const token = /name="token"[^>]*value="([^"]*)"/.exec(html)?.[1] ?? '';
      return (await send(url + path, new URLSearchParams({ token }))).status;
    },
  };
}
