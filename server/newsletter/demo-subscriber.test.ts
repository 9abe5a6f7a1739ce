import { expect, test } from 'vitest';
import { createTestApi, PUBLIC_URL, testTokens } from '#test/api-app.ts';
import { createTestDatabase } from '#test/database.ts';
import { addDemoSubscriber, findDemoSubscriber } from './demo-subscriber.ts';
import { createNewsletterLinks } from './subscription.ts';

const database = await createTestDatabase();
const { pool } = database;

test('the demonstration has one subscriber, whose preferences page opens', async () => {
  expect(await findDemoSubscriber(pool)).toBeNull();
  await addDemoSubscriber(pool);
  await addDemoSubscriber(pool);
  const subscriber = await findDemoSubscriber(pool);
  const context = { tokens: testTokens, publicUrl: PUBLIC_URL };
  const { preferences } = createNewsletterLinks(context, subscriber ?? { id: 0, generation: 1 });
  const token = preferences.split('/').at(-1) ?? '';
  const response = await createTestApi(database)('GET', `/api/newsletter-preferences/${token}`);
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({
    email: 'klara.talwiese@post.example',
    receive_news_email: true,
    receive_news_postal: false,
  });
  const { rows } = await pool.query('select confirmed_at from newsletter_subscription');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ confirmed_at: expect.any(Date) });
});
