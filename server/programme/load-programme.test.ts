import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { waitUntilBlocked } from '#test/shop/wait-until-blocked.ts';
import { changeCart } from '../cart/change-cart.ts';
import { listConcertRows, nameOfMusician } from '../concerts/list-concert-rows.ts';
import { demoFolder, loadDemoIfEmpty } from './load-demo.ts';
import { loadProgramme } from './load-programme.ts';
import type { Programme, ProgrammeConcert } from './programme-format.ts';
import { readProgramme } from './read-programme.ts';

const { db, pool } = await createTestDatabase();
let demo: Programme;
beforeAll(async () => {
  demo = await readProgramme(demoFolder);
});
beforeEach(async () => {
  await sql`truncate festival, venue, composer, concert, product, musician, cart cascade`.execute(
    db,
  );
  await loadProgramme(db, demo);
});

/** The demonstration with one concert changed. */
function changed(slug: string, change: (concert: ProgrammeConcert) => ProgrammeConcert): Programme {
  return { ...demo, concerts: demo.concerts.map((c) => (c.slug === slug ? change(c) : c)) };
}

const concert = (slug: string) =>
  db.selectFrom('concert').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow();

async function stock(slug: string) {
  return db
    .selectFrom('stock')
    .innerJoin('product', 'product.id', 'stock.product_id')
    .innerJoin('concert', 'concert.id', 'product.concert_id')
    .where('concert.slug', '=', slug)
    .select(['product_id', 'quantity', 'sold', 'held'])
    .executeTakeFirstOrThrow();
}

/** Sets how many tickets buyers have bought and hold in carts. */
async function take(slug: string, sold: number, held: number): Promise<void> {
  const { product_id } = await stock(slug);
  await sql`update stock set sold = sold + ${sold}, held = held + ${held}
    where product_id = ${product_id}`.execute(db);
}

async function everything(): Promise<unknown> {
  const tables = ['festival', 'venue', 'composer', 'concert', 'concert_note', 'piece', 'movement'];
  const more = ['musician', 'piece_musician', 'product', 'ticket_type', 'stock', 'ticket_quota'];
  const content: Record<string, unknown> = {};
  for (const table of [...tables, ...more])
    content[table] = (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(db)).rows;
  return content;
}

test('an evening is in the database as it is in the file', async () => {
  const { starts_at, light_key, onsale } = await concert('boehmen-weit-fort');
  expect(starts_at.toISOString()).toBe('2025-08-23T17:30:00.000Z');
  expect({ light_key, onsale }).toEqual({ light_key: 'A-Dur', onsale: true });
  expect(await stock('boehmen-weit-fort')).toMatchObject({ quantity: 240, sold: 112, held: 0 });
  const { rows } = await sql<{ line: string }>`
    select k.full_name || ', ' || p.title_de || ': ' || string_agg(m.title || ' ' || m.lang, ' / ' order by m.position) as line
    from piece p join concert c on c.id = p.concert_id join composer k on k.id = p.composer_id
      join movement m on m.piece_id = p.id
    where c.slug = 'boehmen-weit-fort' and p.position = 1 group by k.id, p.id`.execute(db);
  expect(rows[0]?.line).toBe(
    'Béla Bartók, Kontraste für Violine, Klarinette und Klavier: ' +
      'Verbunkos. Moderato, ben ritmato hu / Pihenő. Lento hu / Sebes. Allegro vivace hu',
  );
});

test('loading the same again changes nothing', async () => {
  const before = await everything();
  expect(await loadProgramme(db, demo)).toMatchObject({ rows: 0, changed: [], left: [] });
  expect(await everything()).toEqual(before);
});

test('a changed text changes that text, keeps every id and shows that something changed', async () => {
  const before = await concert('goldberg');
  const festival = await db.selectFrom('festival').select('updated_at').executeTakeFirstOrThrow();
  const title = { de: 'Goldberg!', en: 'Goldberg!' };
  expect(
    await loadProgramme(
      db,
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
  const festivalAfter = await db
    .selectFrom('festival')
    .select('updated_at')
    .executeTakeFirstOrThrow();
  expect(festivalAfter.updated_at.getTime()).toBeGreaterThan(festival.updated_at.getTime());
  const untouched = await concert('jupiter');
  expect(untouched.updated_at.getTime()).toBeLessThan(after.updated_at.getTime());
});

test('removing a work removes its movements', async () => {
  await loadProgramme(
    db,
    changed('jupiter', (c) => ({ ...c, pieces: c.pieces.slice(0, 1) })),
  );
  const { id } = await concert('jupiter');
  const pieces = await db
    .selectFrom('piece')
    .select('title_de')
    .where('concert_id', '=', id)
    .execute();
  expect(pieces.map(({ title_de }) => title_de)).toEqual(['Ouvertüre Nr.\u202F2']);
});

test('tickets bought and held stay when the number of tickets changes', async () => {
  await take('jupiter', 5, 3);
  await loadProgramme(
    db,
    changed('jupiter', (c) => withSale(c, { quantity: 400, presold: 260 })),
  );
  expect(await stock('jupiter')).toMatchObject({ quantity: 400, sold: 265, held: 3 });
  await loadProgramme(db, demo);
  expect(await stock('jupiter')).toMatchObject({ quantity: 380, sold: 267, held: 3 });
});

test('the number of tickets never falls below what is sold and held; then nothing at all changes', async () => {
  await take('jupiter', 5, 3);
  const before = await everything();
  const fewer = changed('jupiter', (c) =>
    withSale({ ...c, title: { de: 'x', en: 'x' } }, { quantity: 269 }),
  );
  await expect(loadProgramme(db, fewer)).rejects.toThrow(
    '“jupiter” cannot have 269 tickets: 270 are sold or in a cart (262 of them sold elsewhere).',
  );
  expect(await everything()).toEqual(before);
});

test('a new price applies from now on; a ticket type that nobody has bought can be removed', async () => {
  await loadProgramme(
    db,
    changed('goldberg', (c) => withSale(c, { prices: { full: 40.5, school: 8 } })),
  );
  const { product_id } = await stock('goldberg');
  const types = await db
    .selectFrom('ticket_type')
    .select(['slug', 'price_cents'])
    .where('product_id', '=', product_id)
    .orderBy('position')
    .execute();
  expect(types).toEqual([
    { slug: 'full', price_cents: 4050 },
    { slug: 'school', price_cents: 800 },
  ]);
});

test('a ticket type or a sale that is in use stays', async () => {
  await sql`
    with k as (
      insert into cart (session_id, expires_at, release_at)
      values (gen_random_uuid(), now() + interval '1 hour', now() + interval '1 hour') returning id)
    insert into hold (cart_id, ticket_type_id, product_id, quantity)
    select k.id, t.id, t.product_id, 1 from k, ticket_type t
      join product p on p.id = t.product_id join concert c on c.id = p.concert_id
    where c.slug = 'goldberg' and t.slug = 'reduced'`.execute(db);
  const noReduced = changed('goldberg', (c) => withSale(c, { prices: { full: 36 } }));
  await expect(loadProgramme(db, noReduced)).rejects.toThrow(
    /“goldberg” no longer lists a ticket type/,
  );
  const noSale = changed('goldberg', (c) => ({ ...c, sale: undefined }));
  await expect(loadProgramme(db, noSale)).rejects.toThrow(/“goldberg” no longer has a sale/);
});

test("limits of orders and types: the sale's precede the festival's, those precede 10", async () => {
  const limits = async () =>
    (
      await sql<Record<string, unknown>>`
      select t.slug, p.max_per_order as product, t.max_per_order as type, q.quantity as quota,
        array(select w.slug from ticket_type_only_with o join ticket_type w on w.id = o.with_type_id
              where o.ticket_type_id = t.id order by w.position) as only_with
      from ticket_type t join product p on p.id = t.product_id join concert c on c.id = p.concert_id
      left join ticket_quota q on q.ticket_type_id = t.id
      where c.slug = 'goldberg' order by t.position`.execute(db)
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
  await loadProgramme(db, limited);
  expect(await limits()).toEqual([
    { ...none, slug: 'full', product: 8 },
    { ...none, slug: 'reduced', product: 8, quota: 50 },
    { slug: 'school', product: 8, type: 2, quota: 20, only_with: ['full', 'reduced'] },
  ]);
  expect(await loadProgramme(db, limited)).toMatchObject({ rows: 0 });

  await loadProgramme(
    db,
    changed('goldberg', (c) => withSale(c, { maxPerOrder: 4, prices: { full: 36 } })),
  );
  expect(await limits()).toEqual([{ ...none, slug: 'full', product: 4 }]);
  await loadProgramme(db, demo);
});

test('a quota counts existing holds, and never falls below them', async () => {
  await sql`
    with k as (
      insert into cart (session_id, expires_at, release_at)
      values (gen_random_uuid(), now() + interval '1 hour', now() + interval '1 hour') returning id)
    insert into hold (cart_id, ticket_type_id, product_id, quantity)
    select k.id, t.id, t.product_id, 3 from k, ticket_type t
      join product p on p.id = t.product_id join concert c on c.id = p.concert_id
    where c.slug = 'goldberg' and t.slug = 'reduced'`.execute(db);
  await take('goldberg', 0, 3);
  const withQuota = (reduced: number) =>
    changed('goldberg', (c) => withSale(c, { quotas: { reduced } }));
  await expect(loadProgramme(db, withQuota(2))).rejects.toThrow(
    '“goldberg” cannot have 2 tickets of type reduced: 3 are sold or in a cart.',
  );
  await loadProgramme(db, withQuota(5));
  const { rows } = await sql`select quantity, sold, held from ticket_quota`.execute(db);
  expect(rows).toEqual([{ quantity: 5, sold: 0, held: 3 }]);
});

test('a concert that is no longer in the programme leaves the site and comes back as the same', async () => {
  const before = await concert('goldberg');
  await loadProgramme(db, {
    ...demo,
    concerts: demo.concerts.filter(({ slug }) => slug !== 'goldberg'),
  });
  expect(await concert('goldberg')).toMatchObject({ published_at: null, onsale: false });
  await loadProgramme(db, demo);
  const after = await concert('goldberg');
  expect(after).toMatchObject({ id: before.id, onsale: true });
  expect(after.published_at).not.toBeNull();
});

test('two processes that load at once make one programme', async () => {
  await sql`truncate festival, venue, composer, concert, product, musician cascade`.execute(db);
  const [first, second] = await Promise.all([loadProgramme(db, demo), loadProgramme(db, demo)]);
  expect(Math.min(first.rows, second.rows)).toBe(0);
  expect(await db.selectFrom('concert').select('id').execute()).toHaveLength(16);
});

test('the demonstration is loaded into an empty database only', async () => {
  expect(await loadDemoIfEmpty(db)).toBe(false);
  await sql`truncate festival, venue, composer, concert, product, musician cascade`.execute(db);
  expect(await loadDemoIfEmpty(db)).toBe(true);
});

function withSale(
  concertOf: ProgrammeConcert,
  change: Partial<NonNullable<ProgrammeConcert['sale']>>,
): ProgrammeConcert {
  if (concertOf.sale === undefined) throw new Error(`${concertOf.slug} sells nothing`);
  return { ...concertOf, sale: { ...concertOf.sale, ...change } };
}

test('an ensemble has its own name on English pages, a person the same in both', async () => {
  const rows = await listConcertRows(db);
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
  await sql`
    with c as (
      insert into cart (session_id, expires_at, release_at)
      values (gen_random_uuid(), now() + interval '1 hour', now() + interval '1 hour') returning id)
    insert into hold (cart_id, ticket_type_id, product_id, quantity)
    select c.id, t.id, t.product_id, 2 from c, ticket_type t
    where t.product_id = ${product_id} and t.slug = 'full'`.execute(db);
  const before = await everything();
  const renamed = changed('goldberg', (c) => ({ ...c, slug: 'goldberg-variations' }));
  await expect(loadProgramme(db, renamed)).rejects.toThrow(
    /goldberg {2}valid tickets: 0, in carts: 2\n.*--withdraw goldberg$/,
  );
  expect(await everything()).toEqual(before);
  expect(await loadProgramme(db, renamed, { withdraw: ['goldberg'] })).toMatchObject({
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
    const refused = expect(loadProgramme(db, renamed())).rejects.toThrow(
      /goldberg {2}valid tickets: 0, in carts: 2/,
    );
    await waitUntilBlocked(pool, 'select from stock');
    await buyer.query('commit');
    await refused;
  });

  test('no ticket of a concert that leaves gets into a cart', async () => {
    let buyer: Promise<unknown> = Promise.resolve();
    await loadProgramme(db, renamed(), {
      afterChange: async () => {
        buyer = expect(addTwo(pool)).rejects.toMatchObject({
          extras: { fields: { items: ['NOT_ON_SALE'] } },
        });
        await waitUntilBlocked(pool, 'change_cart');
      },
    });
    await buyer;
    expect((await sql`select from hold`.execute(db)).rows).toEqual([]);
    expect(await stock('goldberg')).toMatchObject({ held: 0 });
  });
});

test('a slug to withdraw that does not leave is refused', async () => {
  await expect(loadProgramme(db, demo, { withdraw: ['goldberg'] })).rejects.toThrow(
    '--withdraw goldberg: no published concert of this name is left out.',
  );
});
