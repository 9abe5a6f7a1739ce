import { beforeEach, describe, expect, test } from 'vitest';
import { openTestDoor, type TestDevice, type TestDoor } from '#test/door.ts';
import { openTestOffice } from '#test/office.ts';
import type { TestConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';

const shop = await openShop();
const { pool } = shop;
const office = await openTestOffice(shop, 'office');

let door: TestDoor;
let concert: TestConcert;
beforeEach(async () => {
  door = await openTestDoor(shop, office);
  ({ concert } = door);
});

/** Writers elsewhere in the cluster make a device read something twice, as long as they run. */
async function readUntilNothingIsNew(device: TestDevice, after?: string): Promise<string> {
  let cursor = after;
  const countNew = async () => {
    const changes = await device.changes(cursor);
    ({ cursor } = changes);
    return changes.events.length + changes.tickets.length;
  };
  await expect.poll(countNew).toBe(0);
  return cursor ?? '';
}

describe('changes', () => {
  test('are what is new: scans of others, sales, refunds; across processes', async () => {
    const process2 = await openShop({ database: shop, sandbox: shop.sandbox });
    const [a, b] = [await door.pair('A'), await door.pair('B', process2.url)];
    const cursor = await readUntilNothingIsNew(b);
    const [ticket = 0] = await door.sell(1);
    await a.send([door.admit(1, ticket)]);
    const news = await b.changes(cursor);
    expect(news.events).toMatchObject([
      { device_name: 'A', n: 1, kind: 'admit', ticket_id: ticket },
    ]);
    expect(news.tickets).toMatchObject([
      [concert.id, ticket, concert.types[0], expect.any(String), 0],
    ]);
    const later = await readUntilNothingIsNew(b, news.cursor);
    await door.refund(ticket);
    const { tickets } = await b.changes(later);
    expect(tickets).toMatchObject([
      [concert.id, ticket, concert.types[0], expect.any(String), 1, expect.any(String)],
    ]);
  });

  test('after a list begin with every event', async () => {
    const [ticket = 0] = await door.sell(1);
    const [a, b] = [await door.pair('A'), await door.pair('B')];
    await a.send([door.admit(1, ticket)]);
    const list = await b.list(concert.id);
    expect(await b.changes(list.cursor)).toMatchObject({ events: [{ ticket_id: ticket }] });
  });

  test('of more than a page come page by page, and none twice', async () => {
    const [a, b] = [await door.pair('A'), await door.pair('B')];
    for (const start of [0, 500, 1000])
      await a.send(Array.from({ length: 500 }, (_, n) => door.admit(start + n + 1, start + n + 1)));
    const first = await b.changes();
    const second = await b.changes(first.cursor);
    expect([first.more, second.more]).toEqual([true, false]);
    const numbers = [...first.events, ...second.events].map(({ n }) => n);
    expect([numbers.length, new Set(numbers).size]).toEqual([1500, 1500]);
  });

  test('a cursor of nothing we know begins again', async () => {
    const device = await door.pair();
    await device.send([door.admit(1, 1)]);
    for (const cursor of ['', 'x', '1', '999999999999.0.999999999999.0'])
      expect((await device.changes(cursor)).events).toHaveLength(1);
  });

  test('nothing is lost while writers end in another order than they began', async () => {
    const device = await door.pair('Reader');
    const writers = await Promise.all(Array.from({ length: 6 }, (_, n) => door.pair(`W${n}`)));
    const seen = new Set<string>();
    const sold = new Set<number>();
    let { cursor } = await device.changes();
    const state = { isWriting: true };
    const [first = 0] = await door.sell(1);
    const { rows } = await pool.query<{ order_id: number }>(
      'select order_id from ticket where id = $1',
      [first],
    );
    const write = async (writer: TestDevice) => {
      for (let n = 1; n <= 20; n++) {
        const client = await pool.connect();
        await client.query('begin');
        // draws its numbers now, and becomes visible later than others that draw theirs after it
        await client.query(
          `insert into door_event (device_id, n, kind, concert_id, details, made_at, offset_ms, received_at,
             happened_at, is_clock_wrong) values ($1, $2, 'admit', $3, '{}', now(), 0, now(), now(), false)`,
          [writer.id, n, concert.id],
        );
        await client.query('savepoint within');
        await client.query(
          `insert into ticket (order_id, product_id, ticket_type_id, price_cents) values ($1, $2, $3, 0)`,
          [rows[0]?.order_id, concert.productId, concert.types[0]],
        );
        await client.query('release savepoint within');
        await client.query('select pg_sleep(random() * 0.03)');
        await client.query('commit');
        client.release();
      }
    };
    const read = async () => {
      const changes = await device.changes(cursor).catch(() => null);
      if (!changes) return;
      for (const event of changes.events) seen.add(`${event.device_id}:${event.n}`);
      for (const [, id] of changes.tickets) sold.add(id);
      ({ cursor } = changes);
    };
    const writing = Promise.all(writers.map(write)).then(() => (state.isWriting = false));
    while (state.isWriting) await read();
    await writing;
    await read();
    expect(seen.size).toBe(120);
    expect(sold.size).toBe(121);
  });
});
