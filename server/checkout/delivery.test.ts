import { beforeEach, describe, expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { createClient } from '#test/http-client.ts';
import { newEmail, PASSWORD } from '#test/registration.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { endHold } from '#test/shop/advance-time.ts';
import { openShop } from '#test/shop/open-shop.ts';

const shop = await openShop();
const { pool } = shop;
let concert: TestConcert;
let buyer: Buyer;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 5 });
  buyer = new Buyer(shop);
});

describe('delivery methods', () => {
  test('are free except postage', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    const sum = async (method: string) => {
      const { data } = (await accepted(buyer.delivery(method))).body;
      return [data?.deliveryMethod, data?.delivery?.total_price, data?.total_price];
    };
    expect(await sum('boxoffice')).toEqual(['boxoffice', 0, 24]);
    expect(await sum('onlineticket')).toEqual(['onlineticket', 0, 24]);
    expect(await sum('postal')).toEqual(['postal', 4.5, 28.5]);
  });

  test('online requires an e-mail, postal an address in Germany, and unknown methods are refused', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details({ email: null, country_id: 40 }));
    expect((await buyer.delivery('onlineticket')).status).toBe(422);
    const abroad = await buyer.delivery('postal');
    expect(abroad.status).toBe(422);
    expect(abroad.body.errors?.['deliveryMethod']).toHaveLength(1);
    expect((await buyer.delivery('pigeon')).status).toBe(422);
    expect((await buyer.delivery('boxoffice')).status).toBe(200);
  });

  test('an order of 0 EUR needs an e-mail, at delivery and when it is ordered; one with postage does not', async () => {
    const free = await createConcert(pool, { quantity: 5, prices: [0] });
    await accepted(buyer.add(free));
    await accepted(buyer.details({ email: null }));
    for (const method of ['boxoffice', 'onlineticket']) {
      const refused = await buyer.delivery(method);
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { email: [expect.any(String)] } },
      });
    }
    await accepted(buyer.delivery('postal'));
    await accepted(buyer.initiate());
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    await pool.query('update delivery_details set email = null where last_name = $1', ['Wieck']);
    const refused = await buyer.initiate();
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { email: [expect.any(String)] } },
    });
  });

  test('an empty, ended or unknown cart has none', async () => {
    expect((await buyer.delivery('boxoffice')).status).toBe(422);
    await accepted(buyer.add(concert));
    await endHold(pool, buyer);
    expect((await buyer.delivery('boxoffice')).status).toBe(422);
  });

  test('a method that new details rule out is cleared', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('postal'));
    await accepted(buyer.details({ country_id: 40 }));
    expect((await buyer.cart()).body.data?.deliveryMethod).toBeNull();
    await accepted(buyer.delivery('onlineticket'));
    await accepted(buyer.details({ email: '' }));
    expect((await buyer.cart()).body.data?.deliveryMethod).toBeNull();
  });

  test("a path's session that differs from the body's is 422", async () => {
    const other = new Buyer(shop);
    for (const path of ['/cart/delivery', '/payment/initiate', '/payment/complete']) {
      const response = await buyer.call('POST', `${path}/${buyer.sessionId}`, {
        sessionId: other.sessionId,
        deliveryMethod: 'boxoffice',
        paymentIntent: 'pi_1',
      });
      expect([path, response.status]).toEqual([path, 422]);
    }
  });
});

describe('details', () => {
  test('of a guest belong to the cart and are deleted with it', async () => {
    await accepted(buyer.add(concert));
    // a line of the envelope is one line of text
    const saved = await accepted(buyer.details({ first_name: 'Fanny\r\n Bcc' }));
    expect(saved.body.data).toMatchObject({
      first_name: 'Fanny Bcc',
      address: { city: 'Leipzig' },
    });
    await endHold(pool, buyer);
    await accepted(buyer.add(concert));
    await accepted(buyer.delivery('boxoffice'));
    expect((await buyer.initiate()).status).toBe(409);
  });

  test('may come before the first ticket', async () => {
    await accepted(buyer.details());
    await accepted(buyer.add(concert));
    await accepted(buyer.delivery('onlineticket'));
    expect((await buyer.initiate()).status).toBe(200);
  });

  test('with a password create an account, which owns them from then on', async () => {
    const email = newEmail();
    const password = { password: PASSWORD, password_confirmation: PASSWORD };
    await accepted(buyer.add(concert));
    const saved = await accepted(buyer.details({ email, ...password }));
    buyer.bearer = saved.body.user?.access_token;
    expect(buyer.bearer).toBeDefined();
    // another cart of the same customer needs none
    const again = new Buyer(shop);
    again.bearer = buyer.bearer;
    await accepted(again.add(concert));
    await accepted(again.delivery('onlineticket'));
    expect((await again.initiate()).status).toBe(200);
    const taken = await new Buyer(shop).details({ email, ...password });
    expect(taken.status).toBe(409);
    expect(taken.body.error_I18n).toContain('EMAIL_TAKEN');
  });

  test('with a password create no account for an address that another account can reclaim', async () => {
    const email = newEmail();
    const password = { password: PASSWORD, password_confirmation: PASSWORD };
    const { user } = (await accepted(buyer.details({ email, ...password }))).body;
    await pool.query(`update account set email_verified_at = now() where email = $1`, [email]);
    const changed = await createClient(shop.url, 'de')('PUT', `/${user?.id}`, {
      json: { email: newEmail(), current_password: PASSWORD },
      bearer: user?.access_token,
    });
    expect(changed.status).toBe(200);
    const taken = await new Buyer(shop).details({ email, ...password });
    expect(taken.status).toBe(409);
    expect(taken.body.error_I18n).toContain('EMAIL_TAKEN');
  });

  test('of a stranger are never used: a master_data_id sent along is not trusted', async () => {
    await accepted(new Buyer(shop).details({ first_name: 'Stranger' }));
    await accepted(buyer.add(concert));
    await accepted(buyer.details({ first_name: 'Clara' }));
    await accepted(buyer.delivery('boxoffice'));
    await accepted(buyer.initiate());
    buyer.pay();
    const done = await accepted(
      buyer.call('POST', `/payment/complete/${buyer.sessionId}`, {
        paymentIntent: buyer.intent,
        master_data_id: 1000,
      }),
    );
    const order = await buyer.order(done.body.data?.order_token ?? '');
    expect(order.body.data).toMatchObject({ delivery_details: { first_name: 'Clara' } });
  });

  test('are not shown without session and account', async () => {
    expect((await buyer.call('GET', '/delivery-details')).status).toBe(401);
  });
});
