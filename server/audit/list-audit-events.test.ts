import { concertGroups } from '#contract/office/concert-groups.ts';
import { saleFields } from '#contract/office/sale-entries.ts';
import { listFieldNames, listKinds } from '#contract/office/programme-lists.ts';
import { labelOfAuditField } from '#messages/office/audit-fields.ts';
import { concertDetails, concertProgramme } from '#test/concert-form.ts';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { createPaidOrder } from '#test/orders.ts';
import { createConcert } from '#test/shop/create-concert.ts';

const database = await createTestDatabase();
const { pool } = database;
const office = await openTestOffice(database);
const noFilters = { who: '', what: '', from: '', to: '', thing: '' };

test('entries are found by order number and by words of a concert’s title in either language', async () => {
  const { id } = await createConcert(pool, { quantity: 5 });
  await pool.query(
    `update concert set title_de = 'Königin der Nacht', title_en = 'Queen of the Night' where id = $1`,
    [id],
  );
  await createConcert(pool, { quantity: 5 });
  await pool.query(
    `insert into audit_event (actor_name, command, thing_kind, thing_id, thing_name)
     values ('Anna', 'order:note', 'order', '434Z-X8L3', '434Z-X8L3'),
       ('Anna', 'order:note', 'order', '434Z-X8L4', '434Z-X8L4'),
       ('Anna', 'order:export', 'concert', $1, 'Königin der Nacht')`,
    [String(id)],
  );
  const found = async (thing: string) => {
    const page = await office.query('audit:list', { filters: { ...noFilters, thing } });
    expect(page.count).toBe(page.rows.length);
    return page.rows.map((row) => row.thing?.name);
  };
  for (const no of ['434Z-X8L3', ' 434z-x8l3 ', '434zx8l3'])
    expect(await found(no), no).toEqual(['434Z-X8L3']);
  for (const title of ['Königin der Nacht', 'KONIGIN', 'queen of the night', String(id)]) {
    expect(await found(title), title).toEqual(['Königin der Nacht']);
  }
  for (const other of ['ueen', '%', '434z', 'Evening Night']) {
    expect(await found(other), other).toEqual([]);
  }
});

test('words of entries are in the language of their reader, and the command line says so', async () => {
  await pool.query(
    `insert into audit_event (actor_id, actor_name, command, thing_kind, thing_id, thing_name, before, after)
     values (null, 'root', 'person:correct', 'person', 'x', 'words', null, '{"details": "changed"}'),
       (7, 'Anna', 'newsletter:invite', 'subscriber', '', 'words', null, '{"address": "changed"}'),
       (7, 'Anna', 'order:contact', 'order', '1', 'words', null, '{"contact": "geändert / changed", "language": "de", "name": "geändert / changed"}'),
       (7, 'Anna', 'staff:role', 'staff', '1', 'words', '{"role": "door"}', '{"role": "office"}'),
       (7, 'Anna', 'staff:credentials', 'staff', '1', 'words', null, '{"name": "changed", "wants_alarms": true}')`,
  );
  const filters = { ...noFilters, thing: 'words' };
  const { rows } = await office.query('audit:list', { filters });
  const changes = rows.map(({ changes: all }) => all.map(({ before, after }) => [before, after]));
  expect(changes.toReversed()).toEqual([
    [['', 'changed']],
    [['', 'changed']],
    [
      ['', 'changed'],
      ['', 'changed'],
      ['', 'German'],
    ],
    [['Door', 'Office']],
    [
      ['', 'changed'],
      ['', 'yes'],
    ],
  ]);
  expect(rows.at(-1)?.who).toBe('Command line (root)');
  const input = { filters, language: 'de', hasBom: false } as const;
  const csv = (await Array.fromAsync(await office.query('audit:csv', input))).join('');
  expect(csv).toContain('Kommandozeile (root)');
  for (const text of [
    'Angaben:  → geändert',
    'Rolle: Einlass → Büro',
    'Name:  → geändert; Kontakt:  → geändert; Sprache:  → Deutsch',
  ]) {
    expect(csv).toContain(text);
  }
  const { rows: others } = await office.query('audit:list', {
    filters: { ...filters, who: 'other' },
  });
  expect(others.map(({ who }) => who)).toEqual(['Command line (root)']);
});

test('lists and numbers of tickets are shown in words, in the table and as CSV', async () => {
  const { types } = await createConcert(pool, { quantity: 5, prices: [2400, 900] });
  await pool.query(
    `insert into audit_event (actor_name, command, thing_kind, thing_id, thing_name, before, after)
     values ('Anna', 'order:complimentary', 'order', '2', 'lists', null, $1)`,
    [
      {
        tickets: [
          { quantity: 2, ticketType: types[0] },
          { quantity: 1, ticketType: 999_999 },
        ],
        sessions: [12, 13],
        delivery: ['boxoffice', 'postal'],
        detail: { language: 'de', cents: 100 },
      },
    ],
  );
  const filters = { ...noFilters, thing: 'lists' };
  const { rows } = await office.query('audit:list', { filters });
  const texts = rows[0]?.changes.map(({ field, after }) => [field, after]) ?? [];
  expect(Object.fromEntries(texts)).toEqual({
    tickets: '2 × Price 1, 1 × 999999',
    sessions: '12, 13',
    delivery: 'Box office, Post',
    detail: 'cents: 100, language: German',
  });
  const input = { filters, language: 'de', hasBom: false } as const;
  const csv = (await Array.fromAsync(await office.query('audit:csv', input))).join('');
  expect(csv).toContain('2 × Preis 1, 1 × 999999');
  expect(csv).not.toMatch(/[{}[\]]/);
});

test('pages follow one another as in every list of the office, with their filters', async () => {
  await pool.query(
    `insert into audit_event (actor_name, command, thing_kind, thing_id, thing_name, after)
     select 'Anna', 'order:note', 'order', '3', 'pages', jsonb_build_object('note', n)
     from generate_series(1, 1060) n`,
  );
  const filters = { ...noFilters, thing: 'pages' };
  const read = async (place: { after?: number; before?: number }) => {
    const page = await office.query('audit:list', { filters, ...place });
    const notes = page.rows.map(({ changes }) => Number(changes[0]?.after));
    return { ...page, notes: [notes.length, notes[0], notes.at(-1)] };
  };
  const first = await read({});
  expect([first.notes, first.newerThan, first.count]).toEqual([[50, 1060, 1011], null, 1001]);
  const second = await read({ after: first.olderThan ?? 0 });
  expect(second.notes).toEqual([50, 1010, 961]);
  expect((await read({ before: second.newerThan ?? 0 })).notes).toEqual(first.notes);
  const input = { filters, language: 'en', hasBom: false } as const;
  const csv = (await Array.fromAsync(await office.query('audit:csv', input))).join('');
  expect(csv.match(/Note:/g)).toHaveLength(1060);
});

test('an export stores no words of its filter, which may be a customer’s', async () => {
  const { orderId } = await createPaidOrder(database, { lines: [] });
  await pool.query(`update orders set order_no = 'KLMN-QRST' where id = $1`, [orderId]);
  const things = ['KLMN-QRST', 'klmnqrst', '17', '', 'clara@example.org', 'Anna-Lena', 'Hartmann'];
  for (const thing of things) await office.run('audit:export', { ...noFilters, thing });
  const words = { who: 'Anna', what: 'anna@example.org', from: 'yesterday', to: '2026-07-01' };
  await office.run('audit:export', { ...noFilters, ...words });
  const { rows } = await pool.query<{ after: Record<string, string> }>(
    `select after from audit_event where command = 'audit:export' order by id`,
  );
  expect(rows.map(({ after }) => after)).toEqual([
    { thing: 'KLMN-QRST' },
    { thing: 'klmnqrst' },
    { thing: '17' },
    {},
    { thing: '…' },
    { thing: '…' },
    { thing: '…' },
    { who: '…', what: '…', from: '…', to: '2026-07-01' },
  ]);
});

test('the fields of concerts and of their lists have names in words', () => {
  const fields = [
    ...Object.keys(concertDetails),
    ...Object.keys(concertProgramme),
    ...concertGroups.piece.map((field) => `piece-1-${field}`),
    ...concertGroups.note.map((field) => `note-2-${field}`),
    ...concertGroups.type.map((field) => `type-1-${field}`),
    ...saleFields,
    'planned',
    'lateMinutes',
    'state',
    'onSale',
    'tickets',
  ];
  const named = fields.map((field) => labelOfAuditField(field, 'concert', 'en'));
  expect(named.filter((name, index) => name === fields[index])).toEqual([]);
  expect(named).toContain('Piece 1, Composer');
  for (const kind of listKinds) {
    for (const field of listFieldNames(kind)) {
      expect(labelOfAuditField(field, kind, 'de'), field).not.toBe(field);
    }
  }
  expect(labelOfAuditField('name_de', 'venue', 'de')).toBe('Name (Deutsch)');
});
