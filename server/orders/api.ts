import type { z } from 'zod';
import { NOT_READY } from '#contract/codes.ts';
import { toEuro } from '#contract/fields.ts';
import type { Order } from '#contract/orders.ts';
import { toCartEntryDtos } from '../cart/api.ts';
import { defineApi } from '../operations/define-api.ts';
import { orderReads } from './operations.ts';
import type { toOrder } from './order-queries.ts';
import { ticketCodeFormat } from './ticket-code.ts';

/** Orders and the key of ticket codes (api.md, Payment and order). */
export const orderApi = defineApi(orderReads, {
  getOrderDetails: {
    operation: 'order:by-token',
    input: ({ query }) => ({ token: query.token ?? '' }),
    body: (order) => ({ data: toOrderDto(order) }),
    headers: { 'referrer-policy': 'no-referrer' },
  },
  listOrders: {
    operation: 'order:list-own',
    body: (orders) => ({ data: orders.map(toOrderDto) }),
  },
  getTicketKey: {
    operation: 'order:ticket-key',
    body: (key) => ({
      data: { algorithm: 'Ed25519' as const, public_key: key, format: ticketCodeFormat },
    }),
    headers: { 'cache-control': 'public, max-age=3600' },
  },
});

/** An order on the wire (api.md, Payment and order). */
const toOrderDto = ({ details, ...order }: ReturnType<typeof toOrder>): z.infer<typeof Order> => ({
  order_no: order.orderNo,
  email: details.email,
  delivery_method: order.deliveryMethod,
  delivery_details: {
    master_data_id: details.master_data_id,
    first_name: details.first_name,
    last_name: details.last_name,
    email: details.email,
    address: {
      street: details.street,
      zip: details.zip,
      city: details.city,
      country: {
        id: details.country_id,
        name_de: details.country_de,
        name_en: details.country_en,
      },
    },
  },
  items: toCartEntryDtos(order.items),
  delivery: { total_price: toEuro(order.deliveryCents) },
  total_price: toEuro(order.totalCents),
  created_at: order.createdAt,
  cancelled_at: order.cancelledAt,
  cancelled_tickets: order.cancelledTickets,
  invoice_url: order.hasInvoice ? (order.invoiceUrl ?? NOT_READY) : null,
  confirmation_url: order.confirmationUrl ?? NOT_READY,
  tickets: order.tickets.map(({ id, url, concertId, name }) => ({
    id,
    url: url ?? NOT_READY,
    concert_id: concertId,
    name,
  })),
  all_urls_ready: order.isReady,
});
