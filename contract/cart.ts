// The cart on the wire (api.md, Cart).
import { z } from 'zod';
import { deliveryMethods, msgCodes } from './codes.ts';
import { entityId, euro, jsonList, dateTime, omittable, sessionId, wholeNumber } from './fields.ts';

const Names = z.object({ german: z.string(), english: z.string() });

/** One line of a cart entry: a ticket type with its quantity. */
export const CartLine = z.object({
  product_variation_id: z.int(),
  product_variation_name: Names,
  price: euro(),
  quantity: z.int(),
  product_quantity: z.int().meta({ description: "the product's limit" }),
});

/** One entry per product, i.e. per concert. */
export const CartEntry = z.object({
  product_id: z.int(),
  concert_id: z.int(),
  concert_date: dateTime(),
  product_name: Names.extend({ name_german: z.string(), name_english: z.string() }),
  concert_photo_urls: z.object({ thumbnail: z.string() }),
  total_price: euro(),
  items: z.array(CartLine),
});

/** A cart: its entries, the delivery that is chosen, and when its hold ends (null when empty). */
export const CartData = z.object({
  items: z.array(CartEntry),
  delivery: z.object({ total_price: euro() }).nullable(),
  deliveryMethod: z.enum(deliveryMethods).nullable(),
  total_price: euro().meta({ description: 'EUR, delivery included' }),
  expires_at: dateTime().nullable(),
  final: z.literal(true).optional().meta({ description: 'the end cannot be moved any more' }),
});

export const CartResponse = z.object({ msgCode: z.int(), data: CartData });
export const CartDataResponse = z.object({ data: CartData });
export const CartLoadedResponse = z.object({
  msgCode: z.literal([msgCodes.cartLoaded, msgCodes.cartEmpty]),
  data: CartData,
});

/** More lines than any cart needs; limits the size of a request. */
const MAX_LINES = 100;

export const AddToCartBody = z.object({
  sessionId: sessionId(),
  items: jsonList(
    z.object({
      productId: entityId('TICKET_UNKNOWN'),
      id: entityId('TICKET_UNKNOWN'),
      quantity: wholeNumber(1, 100_000, 'QUANTITY_INVALID'),
    }),
    MAX_LINES,
  ),
});

export const UpdateCartBody = z.object({
  sessionId: sessionId(),
  items: jsonList(
    z.object({
      productId: entityId('TICKET_UNKNOWN'),
      id: entityId('TICKET_UNKNOWN'),
      // more than are available is 409, not 422
      quantity: wholeNumber(0, 2_147_483_647, 'QUANTITY_INVALID'),
    }),
    MAX_LINES,
  ),
});

export const SessionBody = z.object({ sessionId: sessionId() });
export const SessionParams = z.object({ sessionId: sessionId() });

export const ChooseDeliveryBody = z.object({
  sessionId: omittable(sessionId()),
  deliveryMethod: z.enum(deliveryMethods, { error: 'DELIVERY_METHOD_UNKNOWN' }),
});
