import { setTimeout as wait } from 'node:timers/promises';
import type { BenchShop } from '../start-bench-shop.ts';
import { runEvery } from '../measure.ts';

/** How long a person in a hurry looks at a page. */
export const READING_MS = 3000;

/** A person signed in to the office of the demonstration. */
export class OfficePerson {
  readonly #shop: BenchShop;
  readonly #cookie: string;

  private constructor(shop: BenchShop, cookie: string) {
    this.#shop = shop;
    this.#cookie = cookie;
  }

  /** Signs in with the account that the shop printed at its start. */
  static async signIn(shop: BenchShop, role: string): Promise<OfficePerson> {
    const account = await findAccount(shop, role);
    const response = await fetch(`${shop.url}/office/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: shop.url },
      body: new URLSearchParams({ ...account, code: '' }),
    });
    const cookie = response.headers.getSetCookie().find((each) => /office=/.test(each));
    if (cookie === undefined) throw new Error(`nobody signed in: ${response.status}`);
    return new OfficePerson(shop, cookie.split(';')[0] ?? '');
  }

  /** Opens a page; returns its status and the milliseconds of `Server-Timing`. */
  async open(path: string): Promise<{ status: number; milliseconds: number }> {
    const response = await fetch(this.#shop.url + path, {
      redirect: 'manual',
      headers: { cookie: this.#cookie },
    });
    await response.arrayBuffer();
    const timing = /office;dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '');
    return { status: response.status, milliseconds: Number(timing?.[1] ?? Number.NaN) };
  }

  /** Opens these pages one after the other until stopped. */
  read(paths: string[], first: number): { stop: () => Promise<void> } {
    let next = first;
    return runEvery(READING_MS, async () => {
      await this.open(paths[next++ % paths.length] ?? '/office');
    });
  }
}

async function findAccount(
  shop: BenchShop,
  role: string,
): Promise<{ email: string; password: string }> {
  const line = new RegExp(`^\\s+Staff\\s+${role} (\\S+) (\\S+)$`, 'm');
  for (;;) {
    const [, email, password] = line.exec(shop.output()) ?? [];
    if (email !== undefined && password !== undefined) return { email, password };
    await wait(100);
  }
}
