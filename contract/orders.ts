// Orders on the wire (api.md, Payment and order).
import { z } from 'zod';
import { CartEntry } from './cart.ts';
import { DeliveryDetails } from './delivery-details.ts';
import { deliveryMethods } from './codes.ts';
import { euro, dateTime } from './fields.ts';

const documentUrl = () => z.string().meta({ description: 'absolute url, or NOT_READY' });

/** A paid order as its buyer gets it, with links to its documents. */
export const Order = z.object({
  order_no: z.string(),
  email: z.string().nullable(),
  delivery_method: z.enum(deliveryMethods),
  delivery_details: DeliveryDetails,
  items: z.array(CartEntry),
  delivery: z.object({ total_price: euro() }),
  total_price: euro(),
  created_at: dateTime(),
  cancelled_at: dateTime().nullable(),
  cancelled_tickets: z.int().meta({ description: 'how many tickets were refunded' }),
  invoice_url: documentUrl(),
  confirmation_url: documentUrl(),
  tickets: z.array(
    z.object({ id: z.int(), url: documentUrl(), concert_id: z.int(), name: z.string() }),
  ),
  all_urls_ready: z.boolean(),
});

export const OrderQuery = z.object({ token: z.string().optional() });
export const OrderResponse = z.object({ data: Order });
export const OrdersResponse = z.object({ data: z.array(Order) });
export const TicketKeyResponse = z.object({
  data: z.object({ algorithm: z.literal('Ed25519'), public_key: z.string(), format: z.string() }),
});
