import { createElement, type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { NOT_READY } from '#contract/codes.ts';
import { personalTexts } from '#messages/accounts.ts';
import { CustomerOrders } from './customer-orders.tsx';

type Order = NonNullable<ComponentProps<typeof CustomerOrders>['orders']>[number];

/** The personal area with one order. */
function render(given: Partial<Order>): string {
  const order = {
    order_no: 'K7MA-2XRF',
    delivery_method: 'postal',
    items: [],
    total_price: 48,
    created_at: '2025-08-01T12:00:00+02:00',
    cancelled_at: null,
    cancelled_tickets: 0,
    invoice_url: NOT_READY,
    confirmation_url: NOT_READY,
    tickets: [],
    all_urls_ready: true,
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
  expect(render({ delivery_method: 'boxoffice' })).toContain(atBoxOffice);
  const cancelled = { cancelled_at: '2025-08-02T12:00:00+02:00', cancelled_tickets: 2 };
  expect(render(cancelled)).not.toContain(byPost);
  expect(render({ ...cancelled, delivery_method: 'boxoffice' })).not.toContain(atBoxOffice);
  expect(render(cancelled)).toContain('Storniert am');
});

test('tells how many tickets of an order are cancelled', () => {
  expect(render({})).not.toContain(oneCancelled);
  const partly = render({ cancelled_tickets: 1 });
  expect(partly).toContain(oneCancelled);
  expect(partly).toContain(byPost);
});
