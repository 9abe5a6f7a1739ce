import { msgCodes } from '#contract/codes.ts';
import { defineApi } from '../operations/define-api.ts';
import { cartOperations } from './operations.ts';

/** The cart (api.md, Cart). */
export const cartApi = defineApi(cartOperations, {
  getCart: {
    operation: 'cart:read',
    input: ({ params }) => ({ cartSession: params.sessionId }),
    body: (data) => ({
      msgCode: data.items.length === 0 ? msgCodes.cartEmpty : msgCodes.cartLoaded,
      data,
    }),
  },
  addToCart: {
    operation: 'cart:add',
    body: (data) => ({ msgCode: msgCodes.cartAdded, data }),
    cartCookie: ({ cartSession }) => cartSession,
  },
  updateCart: {
    operation: 'cart:set',
    body: (data) => ({ msgCode: msgCodes.cartUpdated, data }),
  },
  extendCart: {
    operation: 'cart:extend',
    body: (data) => ({ msgCode: msgCodes.cartUpdated, data }),
  },
  clearCart: { operation: 'cart:clear', body: (data) => ({ data }) },
});
