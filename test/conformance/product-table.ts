import { expect, test } from 'vitest';
import type { SuiteContext } from './conventions.ts';
import { at, type CallOptions, newSession, textAt } from '../http-client.ts';
import { PASSWORD, newEmail, registration } from '../registration.ts';
import { linkTo } from './mailbox.ts';
import { cartLine, details, findConcerts } from './shopper.ts';

/** The table of calls, row by row: its payload and the fields of the response (product.md 7). */
export function productTable({ shop, call }: SuiteContext): void {
  /** One row: the call with its payload, and the fields that the client reads. */
  const row = async (method: string, path: string, options: CallOptions, ...reads: string[]) => {
    const response = await call(method, path, options);
    expect(response.status, `${method} ${path}: ${response.text}`).toBeLessThan(300);
    for (const read of reads) expect(at(response.body, read), `${path} ${read}`).toBeDefined();
    return response.body;
  };

  test('the public reads and the contact form', async () => {
    await row('GET', '/api/festival', {}, 'data.start_date_festival', 'data.end_date_festival');
    const message = { email: newEmail(), subject: 'Frage', message: 'Wann?', honeypot: '' };
    await row('POST', '/api/contact', { multipart: message }, 'message');
    await row('GET', '/countries', {}, 'data.0.name_de');
    await row('GET', '/concert', {}, 'data.0.piecesFrom');
    const { id } = (await findConcerts(call))[0];
    await row('GET', `/concert/${id}`, {}, 'data.program.pieces.0.movements');
  });

  test('cart, checkout, payment, order', async () => {
    const sessionId = newSession();
    const concert = (await findConcerts(call))[0];
    const items = JSON.stringify([cartLine(concert, 2)]);
    const lines = ['data.items', 'data.delivery', 'data.deliveryMethod', 'data.total_price'];
    const added = await row('POST', '/cart', { multipart: { sessionId, items } }, ...lines);
    expect(at(added, 'msgCode')).toBe(6102);
    expect(at(await row('GET', `/cart/${sessionId}`, {}, ...lines), 'msgCode')).toBe(6101);
    const update = { sessionId, items: JSON.stringify([cartLine(concert, 1)]) };
    expect(at(await row('POST', '/cart/update', { json: update }, ...lines), 'msgCode')).toBe(6103);
    const email = newEmail();
    const form = { ...details({ email }), country_id: '55', sessionId } as Record<string, string>;
    const saved = await row(
      'POST',
      '/delivery-details',
      { multipart: form },
      'data.master_data_id',
    );
    const delivery = { sessionId, deliveryMethod: 'onlineticket' };
    await row('POST', `/cart/delivery/${sessionId}`, { json: delivery }, ...lines.slice(1));
    const start = await row(
      'POST',
      `/payment/initiate/${sessionId}`,
      {},
      'token',
      'paymentIntent',
      'client_secret',
    );
    const paymentIntent = textAt(start, 'paymentIntent');
    shop.sandbox.faults.pay(paymentIntent);
    const paid = await row(
      'POST',
      `/payment/complete/${sessionId}`,
      { multipart: { paymentIntent, master_data_id: String(at(saved, 'data.master_data_id')) } },
      'data.order_token',
    );
    const token = textAt(paid, 'data.order_token');
    await row(
      'GET',
      `/api/order/details?token=${token}`,
      {},
      ...[
        'order_no',
        'email',
        'delivery_method',
        'delivery_details',
        'invoice_url',
        'tickets.0.url',
      ].map((name) => `data.${name}`),
      'data.all_urls_ready',
    );
    await row('POST', '/cart/clear', { json: { sessionId } }, 'data.items', 'data.total_price');
    expect(at(await row('GET', `/cart/${sessionId}`, {}), 'msgCode')).toBe(6109);
  });

  test('accounts and newsletter', async () => {
    const email = newEmail();
    const user = await row(
      'POST',
      '/register',
      { json: registration({ email_address: email }) },
      'user.user_data.email',
    );
    const login = { email_address: email, password: PASSWORD };
    const session = await row('POST', '/login', { json: login }, 'data.access_token');
    const bearer = textAt(session, 'data.access_token');
    await row('GET', '/me', { bearer }, 'data.user_data.newsletter_token');
    await row('PUT', `/${String(at(user, 'user.id'))}`, { json: { first_name: 'Clara' }, bearer });
    await row('POST', '/delivery-details', { json: details({ email }), bearer }, 'data');
    await row('GET', '/delivery-details', { bearer }, 'data.address.country.id');
    await row('GET', '/api/email/verification-notification', { bearer });
    const link = await linkTo(call, email, 'email-verification');
    const url = new URL(link.searchParams.get('url') ?? '');
    await row('GET', url.pathname, { bearer });
    const path = `/api/newsletter-preferences/${textAt(user, 'user.user_data.newsletter_token')}`;
    const names = ['preferences.concert_daily', 'preferences.general', 'receive_news_postal'];
    await row('GET', path, {}, 'email', 'receive_news_email', ...names);
    const channels = { receive_news_email: true, receive_news_postal: true };
    await row('PUT', path, {
      json: { ...channels, preferences: { general: true, concert_daily: false } },
    });
    await row('POST', '/forgot-password', { multipart: { email_address: email } }, 'message');
    const reset = await linkTo(call, email, 'password-reset');
    const token = reset.searchParams.get('token') ?? '';
    const fields = { token, ...login, password_confirmation: PASSWORD };
    const done = await row('POST', '/api/reset-password', { multipart: fields });
    expect(at(done, 'msgCode')).toBe(1008);
  });
}
