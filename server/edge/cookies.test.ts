import { describe, expect, test } from 'vitest';
import { createVisitCookies } from './cookies.ts';

const SESSION = '2f1c9a4e-8f7b-4f0d-9a53-0d6f1b8c7e21';
const cartOf = (entries: number, seconds = 600) => ({
  items: Array.from({ length: entries }),
  expiresAt: entries === 0 ? null : new Date(Date.now() + seconds * 1000).toISOString(),
});

/** Name, value and attributes of a `Set-Cookie` header. */
const read = (header: string | undefined) => {
  const [pair = '', ...attributes] = (header ?? '').split('; ');
  const [name, value = ''] = pair.split('=');
  return { name, value: decodeURIComponent(value), attributes };
};

describe('a cart session', () => {
  test('is created once and lasts as long as the browser’s session', () => {
    const cookies = createVisitCookies(null, false);
    const id = cookies.startCartSession();
    expect(cookies.startCartSession()).toBe(id);
    const [sent] = cookies.toHeaders();
    expect(read(sent)).toEqual({
      name: 'cart_session',
      value: id,
      attributes: ['Path=/', 'HttpOnly', 'SameSite=Lax'],
    });
  });

  test('that exists is used and not sent again', () => {
    const cookies = createVisitCookies(`cart_session=${SESSION}`, false);
    expect(cookies.startCartSession()).toBe(SESSION);
    expect(cookies.toHeaders()).toEqual([]);
  });

  test('on https counts only if no other host can set it', () => {
    expect(createVisitCookies(`cart_session=${SESSION}`, true).cartSession).toBeNull();
    const cookies = createVisitCookies(`__Host-cart_session=${SESSION}`, true);
    expect(cookies.cartSession).toBe(SESSION);
    const fresh = createVisitCookies(null, true);
    fresh.startCartSession();
    const { name, attributes } = read(fresh.toHeaders()[0]);
    expect(name).toBe('__Host-cart_session');
    expect(attributes).toEqual(expect.arrayContaining(['Secure', 'Path=/']));
  });

  test('that is not a UUID is ignored', () => {
    expect(createVisitCookies('cart_session=me', false).cartSession).toBeNull();
  });
});

describe('the session', () => {
  const user = { access_token: 'a-token' };

  test('lasts for 30 days, and can be ended at once', () => {
    const cookies = createVisitCookies(null, true);
    cookies.setToken(user.access_token);
    const [session, hint] = cookies.toHeaders().map(read);
    expect(session).toMatchObject({ name: '__Host-session', value: 'a-token' });
    expect(session?.attributes).toEqual(
      expect.arrayContaining(['Max-Age=2592000', 'HttpOnly', 'Secure', 'SameSite=Lax']),
    );
    expect(hint).toMatchObject({ name: 'header', value: 'u' });

    const later = createVisitCookies('__Host-session=a-token; header=u', true);
    later.setToken(null);
    for (const { value, attributes } of later.toHeaders().map(read)) {
      expect(value).toBe('');
      expect(attributes).toContain('Max-Age=0');
    }
  });
});

describe("the header's hint", () => {
  test('follows the cart, and expires with its hold', () => {
    const cookies = createVisitCookies(`cart_session=${SESSION}`, false);
    cookies.setCart(cartOf(2));
    const { name, value, attributes } = read(cookies.toHeaders()[0]);
    expect([name, value]).toEqual(['header', '2']);
    expect(attributes).toContain('Max-Age=600');
  });

  test('of an empty cart is deleted', () => {
    const cookies = createVisitCookies(`cart_session=${SESSION}; header=2`, false);
    cookies.setCart(cartOf(0));
    expect(read(cookies.toHeaders()[0])).toMatchObject({ name: 'header', value: '' });
  });

  test('stays unless something is known to have changed', () => {
    const cookies = createVisitCookies(`cart_session=${SESSION}; header=2`, false);
    expect(cookies.hint).toEqual({ entries: 2, isSignedIn: false });
    expect(cookies.toHeaders()).toEqual([]);
  });
});

describe('the end of a hold', () => {
  /** The cookie's next value; undefined: it stays. */
  const holdOf = (cookies: ReturnType<typeof createVisitCookies>) =>
    cookies
      .toHeaders()
      .map(read)
      .find(({ name }) => name === 'hold')?.value;

  test('is reported once when it has passed', () => {
    const filled = createVisitCookies(`cart_session=${SESSION}`, false);
    filled.setCart(cartOf(1, -1));
    const end = holdOf(filled) ?? '';
    const later = createVisitCookies(`cart_session=${SESSION}; hold=${end}`, false);
    later.setCart(cartOf(0));
    expect(holdOf(later)).toBeUndefined();
    expect(later.consumeEndedHold()).toBe(true);
    expect(later.consumeEndedHold()).toBe(false);
    expect(holdOf(later)).toBe('');
  });

  test('is not reported for a cart that was cleared before', () => {
    const filled = createVisitCookies(`cart_session=${SESSION}`, false);
    filled.setCart(cartOf(1));
    const end = holdOf(filled) ?? '';
    const emptied = createVisitCookies(`cart_session=${SESSION}; hold=${end}`, false);
    emptied.setCart(cartOf(0));
    expect(holdOf(emptied)).toBe('');
    expect(emptied.consumeEndedHold()).toBe(false);
  });
});

describe('a message', () => {
  test('is for the next page, once, and at most 300 characters', () => {
    const before = createVisitCookies(null, false);
    before.setFlash({ kind: 'success', text: `Ö; "${'x'.repeat(400)}`, fades: true });
    const { name, value, attributes } = read(before.toHeaders()[0]);
    expect(attributes).toContain('Max-Age=60');

    const after = createVisitCookies(`${name}=${encodeURIComponent(value)}`, false);
    const flash = after.consumeFlash();
    expect(flash).toMatchObject({ kind: 'success', fades: true });
    expect(flash?.text).toHaveLength(300);
    expect(after.consumeFlash()).toBeNull();
    expect(read(after.toHeaders()[0])).toMatchObject({ name: 'flash', value: '' });
  });

  test('of a forged cookie is cut, too', () => {
    const forged = encodeURIComponent(JSON.stringify({ kind: 'info', text: 'x'.repeat(900) }));
    const cookies = createVisitCookies(`flash=${forged}`, false);
    expect(cookies.consumeFlash()?.text).toBe('x'.repeat(300));
  });

  test.each([
    { isDocument: true, by: 'the next document: the page before must not take it' },
    { isDocument: false, by: 'the hydrated page that has sent the form' },
  ])('is consumed by $by', ({ isDocument }) => {
    const before = createVisitCookies(null, false, isDocument);
    before.setFlash({ kind: 'info', text: 'neu' });
    const { attributes, value } = read(before.toHeaders()[0]);
    expect(attributes.includes('HttpOnly')).toBe(isDocument);
    const load = createVisitCookies(`flash=${encodeURIComponent(value)}`, false, false);
    expect(load.consumeFlash()).toBeNull();
    expect(load.toHeaders()).toEqual([]);
  });

  test.each([302, 303])('stays when the page redirects: %d', (status) => {
    const value = encodeURIComponent('{"kind":"info","text":"neu"}');
    const cookies = createVisitCookies(`flash=${value}`, false);
    // the root's loader reads it before another loader redirects
    expect(cookies.consumeFlash()).not.toBeNull();
    expect(cookies.toHeaders(status)).toEqual([]);
    expect(read(cookies.toHeaders(404)[0])).toMatchObject({ name: 'flash', value: '' });
  });

  test('that is replaced by another one is not restored', () => {
    const cookies = createVisitCookies('flash=%7B%7D', false);
    cookies.setFlash({ kind: 'info', text: 'neu' });
    expect(cookies.consumeFlash()).toBeNull();
    expect(cookies.toHeaders().map((header) => read(header).value)).toEqual([
      '{"kind":"info","text":"neu"}',
    ]);
  });

  test.each(['x', '{}', '{"kind":"alarm","text":"a"}', '{"kind":"info"}', 'null', '[]'])(
    '%j is ignored',
    (value) => {
      const cookies = createVisitCookies(`flash=${encodeURIComponent(value)}`, false);
      expect(cookies.consumeFlash()).toBeNull();
    },
  );
});
