import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { emailsTo } from '#test/emails.ts';
import { createPaidOrder } from '#test/orders.ts';

const database = await createTestDatabase('demo');

test.each([
  ['de', 'Guten Tag,'],
  ['en', 'Hello,'],
])('the mail about a refund greets its reader in %s', async (language, greeting) => {
  await createPaidOrder(database, { lines: [['fuenf-winde', 'full', 1]] });
  const recipient = `${language}@example.org`;
  await database.pool.query(
    `insert into mail (kind, recipient, language, event_key, facts)
     select 'order-refunded', $1, $2, $1, jsonb_build_object('checkoutId', max(id)) from checkout`,
    [recipient, language],
  );
  const [mail] = await emailsTo(database, recipient);
  expect(mail?.email.paragraphs[0]).toBe(greeting);
});
