import { createElement, type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { personalTexts } from '#messages/accounts.ts';
import { CustomerOrders } from './customer-orders.tsx';

type Order = NonNullable<ComponentProps<typeof CustomerOrders>['orders']>[number];

/** The personal area with one order. */
function render(given: Partial<Order>): string {
  const order = {
    orderNo: 'K7MA-2XRF',
    deliveryMethod: 'postal',
    items: [],
    totalCents: 4800,
    createdAt: '2025-08-01T12:00:00+02:00',
    cancelledAt: null,
    cancelledTickets: 0,
    invoiceUrl: null,
    confirmationUrl: null,
    tickets: [],
    isReady: true,
    ...given,
  } as unknown as Order;
  const element = createElement(CustomerOrders, { orders: [order] });
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/user'] });
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

const byPost = personalTexts.ticketsByPost.de;
const atBoxOffice = personalTexts.ticketsAtBoxOffice.de;
const oneCancelled = personalTexts.cancelledTickets.de({ count: 1 });

test('tells how tickets come, but not those of a cancelled order', () => {
  expect(render({})).toContain(byPost);
  expect(render({ deliveryMethod: 'boxoffice' })).toContain(atBoxOffice);
  const cancelled = { cancelledAt: '2025-08-02T12:00:00+02:00', cancelledTickets: 2 };
  expect(render(cancelled)).not.toContain(byPost);
  expect(render({ ...cancelled, deliveryMethod: 'boxoffice' })).not.toContain(atBoxOffice);
  expect(render(cancelled)).toContain('Storniert am');
});

test('tells how many tickets of an order are cancelled', () => {
  expect(render({})).not.toContain(oneCancelled);
  const partly = render({ cancelledTickets: 1 });
  expect(partly).toContain(oneCancelled);
  expect(partly).toContain(byPost);
});
