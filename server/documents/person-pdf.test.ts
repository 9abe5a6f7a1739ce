import { expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { openTestOffice } from '#test/office.ts';
import { hasPoppler, structureOf, textOf } from '#test/pdf.ts';
import { registration } from '#test/registration.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { createTestApi } from '#test/api-app.ts';
import { toPersonKey } from '../platform/security/signed-tokens.ts';
import { describePersonalData } from './describe-personal-data.ts';

const shop = await openShop();
const office = await openTestOffice(shop, 'office');
const concert = await createConcert(shop.pool, { quantity: 100 });
const email = 'jana@example.org';

async function buy(): Promise<void> {
  const buyer = new Buyer(shop);
  await accepted(buyer.add(concert));
  await accepted(buyer.details({ email, last_name: 'Kinsky' }));
  await accepted(buyer.delivery('onlineticket'));
  await accepted(buyer.initiate());
  buyer.pay();
  await accepted(buyer.complete());
}

test('the answer to a request for access is a readable PDF in the person’s language', async () => {
  const register = { email_address: email };
  await createTestApi(shop)('POST', '/register', { json: registration(register) });
  await buy();
  await shop.runJobs('make-documents', 'send-mail');
  await shop.pool.query(`update account set language = 'en' where email = $1`, [email]);
  const key = toPersonKey(office.deps.tokens, email);
  const { output, problem } = await office.run('person:export', { key });
  expect(problem).toBeNull();
  const data = output ?? {};
  for (const language of ['de', 'en'] as const) {
    for (const { heading, entries } of describePersonalData(data, language)) {
      expect(heading).not.toMatch(/_/);
      // a column without a label would show its own name
      for (const [label, value] of entries.flat()) {
        expect(label).toMatch(/^[A-ZÄÖÜ][^_]*$/);
        expect(value).not.toContain('[object');
      }
    }
  }
  const { bytes, filename } = await office.query('person:pdf', { key, data });
  expect(filename).toBe('person.pdf');
  if (!hasPoppler) return;
  const text = textOf(bytes);
  for (const words of ['Your personal data', email, 'Kinsky', 'Orders', 'Online ticket', '€24.00'])
    expect(text).toContain(words);
  expect(text).not.toMatch(/delivery_method|created_at|Invalid Date/);
  const structure = structureOf(bytes);
  expect(structure).toMatch(/H1[\s\S]*Your personal data[\s\S]*H2[\s\S]*Account/);
});

test('nobody without a known key', async () => {
  await expect(office.query('person:pdf', { key: 'x', data: {} })).rejects.toThrow('not_found');
});
