import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { createConcert, ensureFestival } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';

const database = await createTestDatabase();
await ensureFestival(database.pool);
// before the shop starts: its catalogue is read once
const { id } = await createConcert(database.pool, { quantity: 1 });
const shop = await openShop({ database });

test.each([
  ['en', /Doors and box office open at \d{1,2}\.\d\d\u00A0[ap]m/],
  ['de', /Einlass und Abendkasse ab \d{1,2}\.\d\d\u00A0Uhr/],
])('the calendar gives the time of the doors as the site does, in %s', async (language, doors) => {
  const response = await fetch(`${shop.url}/concert/${id}/calendar.ics?lang=${language}`);
  const unfolded = (await response.text()).replaceAll('\r\n ', '');
  expect(unfolded).toMatch(doors);
});
