import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { createConcert, ensureFestival } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { seasonWords } from '../drawing/pictures/plan-pictures.ts';
import { loadFestival } from './festival-content.ts';

const database = await createTestDatabase();
await ensureFestival(database.pool);
await database.pool.query(`update festival set content = content - 'startDate' - 'endDate'`);
await createConcert(database.pool, { quantity: 1 });
const shop = await openShop({ database });

test('a festival without dates opens, and its season is named by the year', async () => {
  const response = await fetch(`${shop.url}/api/festival`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    data: { year: 2025, start_date_festival: null, end_date_festival: null },
  });
  const festival = await loadFestival(database.pool);
  expect(seasonWords(festival.content(), 'de').line).toBe('2025');
});
