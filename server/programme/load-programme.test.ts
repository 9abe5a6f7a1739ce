import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { waitUntilBlocked } from '#test/shop/wait-until-blocked.ts';
import { changeCart } from '../cart/change-cart.ts';
import { listConcertRows, nameOfMusician } from './list-concert-rows.ts';
import { demoFolder, loadDemoIfEmpty, loadProgramme } from './load-programme.ts';
import type { Programme, ProgrammeConcert } from './programme-format.ts';
import { readProgramme } from './read-programme.ts';

let pool: TestDatabase['pool'];
let demo: Programme;
beforeAll(async () => {
  demo = await readProgramme(demoFolder);
});
beforeEach(async () => {
  const { databases, drop } = await openTestDatabase('demo');
  ({ pool } = databases);
  onTestFinished(drop);
});

/** The demonstration with one concert changed. */
function changed(slug: string, change: (concert: ProgrammeConcert) => ProgrammeConcert): Programme {
  return { ...demo, concerts: demo.concerts.map((c) => (c.slug === slug ? change(c) : c)) };
}

/** The first row of a statement that finds one. */
async function one<Row extends object>(statement: string, values: unknown[] = []): Promise<Row> {
  const [row] = (await pool.query<Row>(statement, values)).rows;
  if (row === undefined) throw new Error(`no row: ${statement}`);
  return row;
}

const concert = (slug: string) =>
  one<{
    id: number;
    starts_at: Date;
    light_key: string | null;
    onsale: boolean;
    published_at: Date | null;
    updated_at: Date;
  }>('select * from concert where slug = $1', [slug]);

const stock = (slug: string) =>
  one<{ product_id: number; quantity: number; sold: number; held: number }>(
    `select s.product_id, s.quantity, s.sold, s.held from stock s
     join product p on p.id = s.product_id join concert c on c.id = p.concert_id
     where c.slug = $1`,
    [slug],
  );

const festivalChange = async () =>
  (await one<{ updated_at: Date }>('select updated_at from festival')).updated_at.getTime();

/** Sets how many tickets buyers have bought and hold in carts. */
async function take(slug: string, sold: number, held: number): Promise<void> {
  const { product_id } = await stock(slug);
  await pool.query(`update stock set sold = sold + $1, held = held + $2 where product_id = $3`, [
    sold,
    held,
    product_id,
  ]);
}

async function everything(): Promise<unknown> {
  const tables = ['festival', 'venue', 'composer', 'concert', 'concert_note', 'piece', 'movement'];
  const more = ['musician', 'piece_musician', 'product', 'ticket_type', 'stock', 'ticket_quota'];
  const content: Record<string, unknown> = {};
  for (const table of [...tables, ...more])
    content[table] = (await pool.query(`select * from ${table} order by 1, 2`)).rows;
  return content;
}

test('an evening is in the database as it is in the file', async () => {
  const { starts_at, light_key, onsale } = await concert('boehmen-weit-fort');
  expect(starts_at.toISOString()).toBe('2025-08-23T17:30:00.000Z');
  expect({ light_key, onsale }).toEqual({ light_key: 'A-Dur', onsale: true });
  expect(await stock('boehmen-weit-fort')).toMatchObject({ quantity: 240, sold: 112, held: 0 });
  const { rows } = await pool.query<{ line: string }>(`
    select k.full_name || ', ' || p.title_de || ': ' || string_agg(m.title || ' ' || m.lang, ' / ' order by m.position) as line
    from piece p join concert c on c.id = p.concert_id join composer k on k.id = p.composer_id
      join movement m on m.piece_id = p.id
    where c.slug = 'boehmen-weit-fort' and p.position = 1 group by k.id, p.id`);
  expect(rows[0]?.line).toBe(
    'Béla Bartók, Kontraste für Violine, Klarinette und Klavier: ' +
      'Verbunkos. Moderato, ben ritmato hu / Pihenő. Lento hu / Sebes. Allegro vivace hu',
  );
});

test('loading the same again changes nothing', async () => {
  const before = await everything();
  expect(await loadProgramme(pool, demo)).toMatchObject({ rows: 0, changed: [], left: [] });
  expect(await everything()).toEqual(before);
});

test('a changed text changes that text, keeps every id and shows that something changed', async () => {
  const before = await concert('goldberg');
  const festivalBefore = await festivalChange();
  const title = { de: 'Goldberg!', en: 'Goldberg!' };
  expect(
    await loadProgramme(
      pool,
      changed('goldberg', (c) => ({ ...c, title })),
    ),
  ).toEqual({ rows: 1, appeared: [], changed: ['goldberg'], left: [] });
  const after = await concert('goldberg');
  expect(after).toEqual({
    ...before,
    title_de: 'Goldberg!',
    title_en: 'Goldberg!',
    updated_at: after.updated_at,
  });
  expect(after.updated_at.getTime()).toBeGreaterThan(before.updated_at.getTime());
  expect(await festivalChange()).toBeGreaterThan(festivalBefore);
  const untouched = await concert('jupiter');
  expect(untouched.updated_at.getTime()).toBeLessThan(after.updated_at.getTime());
});

test('removing a work removes its movements', async () => {
  await loadProgramme(
    pool,
    changed('jupiter', (c) => ({ ...c, pieces: c.pieces.slice(0, 1) })),
  );
  const { id } = await concert('jupiter');
  const { rows: pieces } = await pool.query<{ title_de: string }>(
    'select title_de from piece where concert_id = $1',
    [id],
  );
  expect(pieces.map(({ title_de }) => title_de)).toEqual(['Ouvertüre Nr.\u202F2']);
});

test('tickets bought and held stay when the number of tickets changes', async () => {
  await take('jupiter', 5, 3);
  await loadProgramme(
    pool,
    changed('jupiter', (c) => withSale(c, { quantity: 400, presold: 260 })),
  );
  expect(await stock('jupiter')).toMatchObject({ quantity: 400, sold: 265, held: 3 });
  await loadProgramme(pool, demo);
  expect(await stock('jupiter')).toMatchObject({ quantity: 380, sold: 267, held: 3 });
});

test('the number of tickets never falls below what is sold and held; then nothing at all changes', async () => {
  await take('jupiter', 5, 3);
  const before = await everything();
  const fewer = changed('jupiter', (c) =>
    withSale({ ...c, title: { de: 'x', en: 'x' } }, { quantity: 269 }),
  );
  await expect(loadProgramme(pool, fewer)).rejects.toThrow(
    '“jupiter” cannot have 269 tickets: 270 are sold or in a cart (262 of them sold elsewhere).',
  );
  expect(await everything()).toEqual(before);
});

test('a new price applies from now on; a ticket type that nobody has bought can be removed', async () => {
  await loadProgramme(
    pool,
    changed('goldberg', (c) => withSale(c, { prices: { full: 40.5, school: 8 } })),
  );
  const { product_id } = await stock('goldberg');
  const { rows: types } = await pool.query(
    'select slug, price_cents from ticket_type where product_id = $1 order by position',
    [product_id],
  );
  expect(types).toEqual([
    { slug: 'full', price_cents: 4050 },
    { slug: 'school', price_cents: 800 },
  ]);
});

test('a ticket type or a sale that is in use stays', async () => {
  await pool.query(`
    with k as (
      insert into cart (session_id, expires_at, release_at)
      values (gen_random_uuid(), now() + interval '1 hour', now() + interval '1 hour') returning id)
    insert into hold (cart_id, ticket_type_id, product_id, quantity)
    select k.id, t.id, t.product_id, 1 from k, ticket_type t
      join product p on p.id = t.product_id join concert c on c.id = p.concert_id
    where c.slug = 'goldberg' and t.slug = 'reduced'`);
  const noReduced = changed('goldberg', (c) => withSale(c, { prices: { full: 36 } }));
  await expect(loadProgramme(pool, noReduced)).rejects.toThrow(
    /“goldberg” no longer lists a ticket type/,
  );
  const noSale = changed('goldberg', (c) => ({ ...c, sale: undefined }));
  await expect(loadProgramme(pool, noSale)).rejects.toThrow(/“goldberg” no longer has a sale/);
});

test("limits of orders and types: the sale's precede the festival's, those precede 10", async () => {
  const limits = async () =>
    (
      await pool.query<Record<string, unknown>>(`
      select t.slug, p.max_per_order as product, t.max_per_order as type, q.quantity as quota,
        array(select w.slug from ticket_type_only_with o join ticket_type w on w.id = o.with_type_id
              where o.ticket_type_id = t.id order by w.position) as only_with
      from ticket_type t join product p on p.id = t.product_id join concert c on c.id = p.concert_id
      left join ticket_quota q on q.ticket_type_id = t.id
      where c.slug = 'goldberg' order by t.position`)
    ).rows;
  const none = { product: 10, type: null, quota: null, only_with: [] };
  const slugs = ['full', 'reduced', 'school'];
  expect(await limits()).toEqual(slugs.map((slug) => ({ ...none, slug })));

  const limited = changed('goldberg', (c) =>
    withSale(c, {
      quotas: { school: 20, reduced: 50 },
      onlyWith: { school: ['full', 'reduced'] },
      maxOfType: { school: 2 },
    }),
  );
  limited.festival = { ...limited.festival, maxPerOrder: 8 };
  await loadProgramme(pool, limited);
  expect(await limits()).toEqual([
    { ...none, slug: 'full', product: 8 },
    { ...none, slug: 'reduced', product: 8, quota: 50 },
    { slug: 'school', product: 8, type: 2, quota: 20, only_with: ['full', 'reduced'] },
  ]);
  expect(await loadProgramme(pool, limited)).toMatchObject({ rows: 0 });

  await loadProgramme(
    pool,
    changed('goldberg', (c) => withSale(c, { maxPerOrder: 4, prices: { full: 36 } })),
  );
  expect(await limits()).toEqual([{ ...none, slug: 'full', product: 4 }]);
  await loadProgramme(pool, demo);
});

test('a quota counts existing holds, and never falls below them', async () => {
  await pool.query(`
    with k as (
      insert into cart (session_id, expires_at, release_at)
      values (gen_random_uuid(), now() + interval '1 hour', now() + interval '1 hour') returning id)
    insert into hold (cart_id, ticket_type_id, product_id, quantity)
    select k.id, t.id, t.product_id, 3 from k, ticket_type t
      join product p on p.id = t.product_id join concert c on c.id = p.concert_id
    where c.slug = 'goldberg' and t.slug = 'reduced'`);
  await take('goldberg', 0, 3);
  const withQuota = (reduced: number) =>
    changed('goldberg', (c) => withSale(c, { quotas: { reduced } }));
  await expect(loadProgramme(pool, withQuota(2))).rejects.toThrow(
    '“goldberg” cannot have 2 tickets of type reduced: 3 are sold or in a cart.',
  );
  await loadProgramme(pool, withQuota(5));
  const { rows } = await pool.query(`select quantity, sold, held from ticket_quota`);
  expect(rows).toEqual([{ quantity: 5, sold: 0, held: 3 }]);
});

test('a concert that is no longer in the programme leaves the site and comes back as the same', async () => {
  const before = await concert('goldberg');
  await loadProgramme(pool, {
    ...demo,
    concerts: demo.concerts.filter(({ slug }) => slug !== 'goldberg'),
  });
  expect(await concert('goldberg')).toMatchObject({ published_at: null, onsale: false });
  await loadProgramme(pool, demo);
  const after = await concert('goldberg');
  expect(after).toMatchObject({ id: before.id, onsale: true });
  expect(after.published_at).not.toBeNull();
});

test('two processes that load at once make one programme', async () => {
  await pool.query(`truncate festival, venue, composer, concert, product, musician cascade`);
  const [first, second] = await Promise.all([loadProgramme(pool, demo), loadProgramme(pool, demo)]);
  expect(Math.min(first.rows, second.rows)).toBe(0);
  expect((await pool.query('select from concert')).rowCount).toBe(16);
});

test('the demonstration is loaded into an empty database only', async () => {
  expect(await loadDemoIfEmpty(pool)).toBe(false);
  await pool.query(`truncate festival, venue, composer, concert, product, musician cascade`);
  expect(await loadDemoIfEmpty(pool)).toBe(true);
});

function withSale(
  concertOf: ProgrammeConcert,
  change: Partial<NonNullable<ProgrammeConcert['sale']>>,
): ProgrammeConcert {
  if (concertOf.sale === undefined) throw new Error(`${concertOf.slug} sells nothing`);
  return { ...concertOf, sale: { ...concertOf.sale, ...change } };
}

test('an ensemble has its own name on English pages, a person the same in both', async () => {
  const rows = await listConcertRows(pool);
  const row = rows.find(({ slug }) => slug === 'auftakt-im-fels');
  const cast = (language: 'de' | 'en') =>
    row?.pieces
      .flatMap((piece) => piece.musicians)
      .map((musician) => nameOfMusician(musician, language)) ?? [];
  expect(cast('en')).toContain('Academy strings');
  expect(cast('en')).not.toContain('Streicher der Akademie');
  expect(cast('de')).toContain('Streicher der Akademie');
  expect(cast('en')).toContain('Klara Senn');
});

test('a concert with tickets in a cart leaves only when it is named', async () => {
  const { product_id } = await stock('goldberg');
  await pool.query(
    `with c as (
      insert into cart (session_id, expires_at, release_at)
      values (gen_random_uuid(), now() + interval '1 hour', now() + interval '1 hour') returning id)
    insert into hold (cart_id, ticket_type_id, product_id, quantity)
    select c.id, t.id, t.product_id, 2 from c, ticket_type t
    where t.product_id = $1 and t.slug = 'full'`,
    [product_id],
  );
  const before = await everything();
  const renamed = changed('goldberg', (c) => ({ ...c, slug: 'goldberg-variations' }));
  await expect(loadProgramme(pool, renamed)).rejects.toThrow(
    /goldberg {2}valid tickets: 0, in carts: 2\n.*--withdraw goldberg$/,
  );
  expect(await everything()).toEqual(before);
  expect(await loadProgramme(pool, renamed, { withdraw: ['goldberg'] })).toMatchObject({
    appeared: ['goldberg-variations'],
    changed: [],
    left: ['goldberg'],
  });
});

describe('while somebody buys', () => {
  const renamed = () => changed('goldberg', (c) => ({ ...c, slug: 'goldberg-variations' }));
  const addTwo = async (client: Pick<typeof pool, 'query'>) => {
    const { product_id: productId } = await stock('goldberg');
    const { rows } = await pool.query<{ id: number }>(
      `select id from ticket_type where product_id = $1 and slug = 'full'`,
      [productId],
    );
    return await changeCart(
      { holds: client, cancelOpenPayment: async () => undefined, report: () => undefined },
      {
        sessionId: randomUUID(),
        mode: 'add',
        lines: [{ productId, id: rows[0]?.id ?? 0, quantity: 2 }],
        holdMinutes: 30,
        requestKey: null,
        networks: null,
      },
    );
  };

  test('a load waits for tickets that get into a cart, and sees them', async () => {
    const buyer = await pool.connect();
    onTestFinished(() => buyer.release());
    await buyer.query('begin');
    await addTwo(buyer);
    const refused = expect(loadProgramme(pool, renamed())).rejects.toThrow(
      /goldberg {2}valid tickets: 0, in carts: 2/,
    );
    await waitUntilBlocked(pool, 'select from stock');
    await buyer.query('commit');
    await refused;
  });

  test('no ticket of a concert that leaves gets into a cart', async () => {
    let buyer: Promise<unknown> = Promise.resolve();
    await loadProgramme(pool, renamed(), {
      afterChange: async () => {
        buyer = expect(addTwo(pool)).rejects.toMatchObject({
          extras: { fields: { items: ['NOT_ON_SALE'] } },
        });
        await waitUntilBlocked(pool, 'change_cart');
      },
    });
    await buyer;
    expect((await pool.query(`select from hold`)).rows).toEqual([]);
    expect(await stock('goldberg')).toMatchObject({ held: 0 });
  });
});

test('a slug to withdraw that does not leave is refused', async () => {
  await expect(loadProgramme(pool, demo, { withdraw: ['goldberg'] })).rejects.toThrow(
    '--withdraw goldberg: no published concert of this name is left out.',
  );
});

test('a planned moment is kept until it comes, and counts once', async () => {
  const plan = (sale: Partial<NonNullable<ProgrammeConcert['sale']>>) =>
    changed('goldberg', (found) => ({
      ...found,
      ...(found.sale && { sale: { ...found.sale, onSale: false, ...sale } }),
    }));
  const loadTwice = async (programme: Programme) => {
    await loadProgramme(pool, programme);
    expect(await loadProgramme(pool, programme)).toMatchObject({ rows: 0 });
    return await concert('goldberg');
  };
  const later = { onSaleFrom: '2099-05-01 10:00', onSaleUntil: '2099-06-01 10:00' };
  expect(await loadTwice(plan(later))).toMatchObject({
    onsale: false,
    on_sale_from: new Date('2099-05-01T08:00:00Z'),
    on_sale_until: new Date('2099-06-01T08:00:00Z'),
  });
  expect(await loadTwice(plan({ ...later, onSaleFrom: '2024-05-01 10:00' }))).toMatchObject({
    onsale: true,
    on_sale_from: null,
  });
  expect(await loadTwice(plan({ onSale: true, onSaleUntil: '2024-05-01 10:00' }))).toMatchObject({
    onsale: false,
    on_sale_from: null,
    on_sale_until: null,
  });
});
