import { expect, test } from 'vitest';
import { jobTexts } from '#messages/office/health.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { recurringJobs } from './jobs.ts';

const shop = await openShop();

test('every kind of job has a name in plain words, and every recurring one is a task', () => {
  expect(Object.keys(jobTexts).toSorted()).toEqual(shop.tasks.toSorted());
  expect(shop.tasks).toEqual(expect.arrayContaining(recurringJobs.map(({ task }) => task)));
});
