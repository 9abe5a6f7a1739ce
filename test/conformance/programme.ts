import { expect, test } from 'vitest';
import type { SuiteContext } from './conventions.ts';
import { at, listAt, newSession, textAt } from '../http-client.ts';
import { add, available, findConcerts } from './shopper.ts';

const int = expect.any(Number) as number;
const text = expect.any(String) as string;
const nullable = (body: unknown, path: string, type: 'string' | 'number'): void => {
  const value = at(body, path);
  expect(value === null || typeof value === type, path).toBe(true);
};

/** The calls of festival, concerts and countries (api.md, Festival, concerts, countries). */
export function programme(suite: SuiteContext): void {
  shapes(suite);
  freshness(suite);
  calendars(suite);
}

function shapes({ call }: SuiteContext): void {
  test('GET /api/festival', async () => {
    const { body } = await call('GET', '/api/festival');
    expect(body).toMatchObject({
      data: {
        name: text,
        tagline: text,
        year: 2025,
        start_date_festival: '2025-08-08',
        end_date_festival: '2025-08-29',
      },
    });
  });

  test('GET /concert by date, GET /concert/:id, with every field named', async () => {
    const list = listAt((await call('GET', '/concert')).body, 'data');
    const dates = list.map((concert) => Date.parse(textAt(concert, 'date')));
    expect(dates).toEqual(dates.toSorted((a, b) => a - b));
    for (const entry of list) {
      const { body } = await call('GET', `/concert/${String(at(entry, 'id'))}`);
      expectConcert(at(body, 'data'));
      const { program: _, ...listed } = entry as Record<string, unknown>;
      expect(body).toMatchObject({ data: listed });
      expect(listAt(entry, 'piecesFrom').length).toBeGreaterThan(0);
    }
  });

  test('product is null for free concerts, and only for them', async () => {
    const list = listAt((await call('GET', '/concert')).body, 'data');
    const free = list.filter((concert) => at(concert, 'product') === null);
    expect(free.length).toBeGreaterThan(0);
    for (const concert of free) expect(at(concert, 'onsale')).toBe(false);
    const academy = list.filter((concert) => at(concert, 'is_academy_concert') === true);
    for (const concert of academy) expect(at(concert, 'product')).toBeNull();
  });

  test('404 for a concert that is unknown or unpublished', async () => {
    const response = await call('GET', '/concert/999999');
    expect([response.status, textAt(response.body, 'message')]).toEqual([
      404,
      'There is nothing here',
    ]);
  });

  test('GET /countries: all 249 of ISO 3166-1, Germany is 55', async () => {
    const countries = listAt((await call('GET', '/countries')).body, 'data');
    expect(countries).toHaveLength(249);
    const ids = countries.map((country) => at(country, 'id'));
    expect(new Set(ids).size).toBe(249);
    expect(countries).toContainEqual({ id: 55, name_de: 'Deutschland', name_en: 'Germany' });
    expect(countries).toContainEqual({ id: 40, name_de: 'Österreich', name_en: 'Austria' });
    expect(countries).toContainEqual({ id: 756, name_de: 'Schweiz', name_en: 'Switzerland' });
    expect(ids).not.toContain(276);
    for (const country of countries)
      expect(country).toMatchObject({ name_de: text, name_en: text });
  });
}

function expectConcert(concert: unknown): void {
  expect(concert).toMatchObject({
    id: int,
    title: text,
    subtitle: text,
    introduction: text,
    date: expect.stringMatching(/^2025-08-\d\dT\d\d:\d\d:00\+02:00$/) as string,
    onsale: expect.any(Boolean) as boolean,
    available_quantity: int,
    is_academy_concert: expect.any(Boolean) as boolean,
    location: {
      id: int,
      venue: text,
      description: text,
      street: text,
      postalCode: text,
      city: text,
      latitude: int,
      longitude: int,
    },
    cover_image: { image_url: expect.stringContaining('/media/') as string, copyright: text },
  });
  for (const note of listAt(concert, 'concert_information')) {
    expect(note).toEqual({
      id: int,
      info_type: expect.stringMatching(/^GENERAL(_(DETAILPAGE|OVERVIEW)_ONLY)?$/) as string,
      info_text: { german: text, english: text },
    });
  }
  for (const piece of listAt(concert, 'program.pieces')) expectPiece(piece);
  if (at(concert, 'product') === null) return;
  const product = at(concert, 'product');
  expect(product).toMatchObject({ id: int, quantity: int });
  for (const ticket of listAt(product, 'tickets')) {
    expect(ticket).toMatchObject({ price: int, name_german: text, name_english: text });
    expect(at(ticket, 'id')).toBe(at(ticket, 'product_variation_id'));
    nullable(ticket, 'note_german', 'string');
    nullable(ticket, 'note_english', 'string');
  }
}

function expectPiece(piece: unknown): void {
  expect(piece).toMatchObject({
    id: int,
    title: text,
    composer: { id: int, fullName: text },
    interval_after: expect.any(Boolean) as boolean,
  });
  for (const name of ['opus', 'tonality', 'catalogue_no']) nullable(piece, name, 'string');
  for (const name of ['yearOfBirth', 'yearOfDeath']) nullable(piece, `composer.${name}`, 'number');
  for (const movement of listAt(piece, 'movements')) {
    expect(movement).toEqual({ id: int, title: text, lang: text });
  }
  for (const musician of listAt(piece, 'musicians')) {
    expect(musician).toEqual({
      id: int,
      full_name: text,
      instrument: { description_german: text, description_english: text },
    });
  }
}

function freshness({ shop, call }: SuiteContext): void {
  test('no-cache with an ETag, 304 when it matches, another one for another language', async () => {
    for (const path of ['/concert', '/concert/1', '/api/festival']) {
      const first = await call('GET', path);
      const etag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control'), path).toBe('no-cache');
      expect(etag, path).not.toBe('');
      const again = await call('GET', path, { headers: { 'if-none-match': etag } });
      expect([again.status, again.text], path).toEqual([304, '']);
      expect((await call('HEAD', path)).headers.get('etag'), path).toBe(etag);
      const german = await call('GET', path, {
        headers: { 'if-none-match': etag },
        language: 'de',
      });
      expect(german.status, path).toBe(200);
    }
  });

  test('available_quantity counts holds at once, and releases expired ones from that moment', async () => {
    const concert = (await findConcerts(call))[1];
    const before = await available(call, concert);
    const visit = { sessionId: newSession() };
    await add(call, visit, concert, 3);
    expect(await available(call, concert)).toBe(before - 3);
    const seconds = `now() + interval '1 second'`;
    await shop.pool.query(
      `update cart set expires_at = ${seconds}, release_at = ${seconds} where session_id = $1`,
      [visit.sessionId],
    );
    expect(await available(call, concert)).toBe(before - 3);
    await expect.poll(() => available(call, concert), { timeout: 5_000 }).toBe(before);
    expect((await call('GET', `/cart/${visit.sessionId}`)).body).toMatchObject({ msgCode: 6109 });
  });

  test("another process's sale is visible within a second", async () => {
    const concert = (await findConcerts(call))[1];
    await shop.pool.query('update stock set sold = sold + 2 where product_id = $1', [
      concert.productId,
    ]);
    await expect
      .poll(() => available(call, concert), { timeout: 1_500 })
      .toBe(concert.available - 2);
    await shop.pool.query('update stock set sold = sold - 2 where product_id = $1', [
      concert.productId,
    ]);
    await expect.poll(() => available(call, concert), { timeout: 1_500 }).toBe(concert.available);
  });
}

function calendars({ call }: SuiteContext): void {
  test('the calendars of a concert and of the festival are iCalendar', async () => {
    const id = (await findConcerts(call))[0].id;
    const list = listAt((await call('GET', '/concert')).body, 'data');
    for (const [path, events] of [
      [`/concert/${id}/calendar.ics`, 1],
      ['/concert/calendar.ics', list.length],
    ] as const) {
      const response = await call('GET', path, { headers: { accept: 'text/html' } });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/calendar/);
      expectCalendar(response.text, events);
    }
    for (const lang of ['de', 'en']) {
      const headers = { 'accept-language': lang === 'de' ? 'en' : 'de' };
      const chosen = await call('GET', `/concert/calendar.ics?lang=${lang}`, { headers });
      expect(chosen.headers.get('content-language')).toBe(lang);
    }
    const unknown = await call('GET', '/concert/999999/calendar.ics');
    expect([unknown.status, typeof at(unknown.body, 'message')]).toEqual([404, 'string']);
  });
}

/** Checks RFC 5545: lines of at most 75 bytes, required properties. */
function expectCalendar(ics: string, events: number): void {
  expect(ics.endsWith('\r\n')).toBe(true);
  const lines = ics.split('\r\n').slice(0, -1);
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\n\r]/);
  }
  const whole = ics.replaceAll('\r\n ', '').trimEnd().split('\r\n');
  expect(whole[0]).toBe('BEGIN:VCALENDAR');
  expect(whole.at(-1)).toBe('END:VCALENDAR');
  expect(whole).toContain('VERSION:2.0');
  expect(whole.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(events);
  const uids = whole.filter((line) => line.startsWith('UID:'));
  expect(new Set(uids).size).toBe(events);
  for (const needed of ['DTSTAMP:', 'DTSTART;', 'SUMMARY:', 'LOCATION:', 'DESCRIPTION:']) {
    expect(whole.filter((line) => line.startsWith(needed)).length).toBeGreaterThanOrEqual(events);
  }
  for (const line of whole) expect(line).toMatch(/^[A-Z-]+[:;]/);
}
