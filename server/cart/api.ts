import { msgCodes } from '#contract/codes.ts';
import { defineApi } from '../operations/define-api.ts';
import { toCartData } from './find-cart.ts';
import { cartOperations } from './operations.ts';

/** The cart (api.md, Cart). */
export const cartApi = defineApi(cartOperations, {
  getCart: {
    operation: 'cart:read',
    input: ({ params }) => ({ cartSession: params.sessionId }),
    body: (cart, { deps }) => ({
      msgCode: cart === null ? msgCodes.cartEmpty : msgCodes.cartLoaded,
      data: toCartData(cart, deps),
    }),
  },
  addToCart: {
    operation: 'cart:add',
    input: ({ body }) => ({ cartSession: body.sessionId, lines: body.items }),
    body: (cart, { deps }) => ({ msgCode: msgCodes.cartAdded, data: toCartData(cart, deps) }),
    cartCookie: ({ body }) => body.sessionId,
  },
  updateCart: {
    operation: 'cart:set',
    input: ({ body }) => ({ cartSession: body.sessionId, lines: body.items }),
    body: (cart, { deps }) => ({ msgCode: msgCodes.cartUpdated, data: toCartData(cart, deps) }),
  },
  extendCart: {
    operation: 'cart:extend',
    input: ({ body }) => ({ cartSession: body.sessionId }),
    body: (cart, { deps }) => ({ msgCode: msgCodes.cartUpdated, data: toCartData(cart, deps) }),
  },
  clearCart: {
    operation: 'cart:clear',
    input: ({ body }) => ({ cartSession: body.sessionId }),
    body: (cart, { deps }) => ({ data: toCartData(cart, deps) }),
  },
});
