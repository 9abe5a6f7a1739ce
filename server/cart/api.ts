import type { z } from 'zod';
import type { CartData, CartEntry } from '#contract/cart.ts';
import { msgCodes } from '#contract/codes.ts';
import type { LocalizedText } from '#contract/language.ts';
import { toEuro } from '#contract/fields.ts';
import { defineApi } from '../operations/define-api.ts';
import { cartOperations } from './operations.ts';
import type { toCart, toCartEntries } from './find-cart.ts';

/** The cart (api.md, Cart). */
export const cartApi = defineApi(cartOperations, {
  getCart: {
    operation: 'cart:read',
    input: ({ params }) => ({ cartSession: params.sessionId }),
    body: (cart) => ({
      msgCode: cart.items.length === 0 ? msgCodes.cartEmpty : msgCodes.cartLoaded,
      data: toCartDto(cart),
    }),
  },
  addToCart: {
    operation: 'cart:add',
    body: (cart) => ({ msgCode: msgCodes.cartAdded, data: toCartDto(cart) }),
    cartCookie: ({ cartSession }) => cartSession,
  },
  updateCart: {
    operation: 'cart:set',
    body: (cart) => ({ msgCode: msgCodes.cartUpdated, data: toCartDto(cart) }),
  },
  extendCart: {
    operation: 'cart:extend',
    body: (cart) => ({ msgCode: msgCodes.cartUpdated, data: toCartDto(cart) }),
  },
  clearCart: { operation: 'cart:clear', body: (cart) => ({ data: toCartDto(cart) }) },
});

/** The cart on the wire (api.md, Cart). */
export function toCartDto(cart: ReturnType<typeof toCart>): z.infer<typeof CartData> {
  const { deliveryCents: delivery } = cart;
  return {
    items: toCartEntryDtos(cart.items),
    delivery: delivery === null ? null : { total_price: toEuro(delivery) },
    deliveryMethod: cart.deliveryMethod,
    total_price: toEuro(cart.totalCents),
    expires_at: cart.expiresAt,
    ...(cart.isFinal ? { final: true } : {}),
  };
}

/** The entries of a cart or an order on the wire: CartItems (api.md, Cart). */
export const toCartEntryDtos = (
  entries: ReturnType<typeof toCartEntries>,
): z.infer<typeof CartEntry>[] =>
  entries.map((entry) => ({
    product_id: entry.productId,
    concert_id: entry.concertId,
    concert_date: entry.startsAt,
    product_name: {
      ...toNames(entry.title),
      name_german: entry.title.de,
      name_english: entry.title.en,
    },
    concert_photo_urls: { thumbnail: entry.thumbnail },
    total_price: toEuro(entry.totalCents),
    items: entry.items.map((line) => ({
      product_variation_id: line.id,
      product_variation_name: toNames(line.name),
      price: toEuro(line.priceCents),
      quantity: line.quantity,
      product_quantity: line.productQuantity,
    })),
  }));

const toNames = ({ de, en }: LocalizedText) => ({ german: de, english: en });
