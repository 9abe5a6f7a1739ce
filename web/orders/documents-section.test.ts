import { expect, it } from 'vitest';
import { newlyReady, type Order } from './documents-section.tsx';

const order = (invoiceUrl: string | null, urls: (string | null)[]) =>
  ({
    invoiceUrl,
    tickets: urls.map((url, index) => ({ id: index + 1, url, concertId: 1, name: '' })),
  }) as Order;

it('announces only what has changed', () => {
  const before = order(null, [null, 'https://a/1.pdf']);
  expect(newlyReady(before, before)).toEqual({ hasInvoice: false, tickets: [] });
  const after = order('https://a/i.pdf', ['https://a/0.pdf', 'https://a/1.pdf']);
  expect(newlyReady(before, after)).toEqual({ hasInvoice: true, tickets: [1] });
  expect(newlyReady(after, after)).toEqual({ hasInvoice: false, tickets: [] });
});
