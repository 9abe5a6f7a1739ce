import { toCartDto } from '../cart/api.ts';
import { toUserDto } from '../people/api.ts';
import { toDetailsDto } from './details.ts';
import { defineApi } from '../operations/define-api.ts';
import { invalidField } from '../platform/problem.ts';
import { checkoutOperations } from './operations.ts';

/** Delivery details and delivery method (api.md, Delivery details and Cart). */
export const checkoutApi = defineApi(checkoutOperations, {
  saveDeliveryDetails: {
    operation: 'checkout:save-details',
    body: ({ user, details }) => ({
      ...(user === undefined ? {} : { user: toUserDto(user) }),
      data: toDetailsDto(details),
    }),
  },
  getDeliveryDetails: {
    operation: 'checkout:details',
    body: (details) => ({ data: details && toDetailsDto(details) }),
  },
  chooseDelivery: {
    operation: 'checkout:choose-delivery',
    input({ params: { sessionId }, body }) {
      if (body.sessionId !== undefined && body.sessionId !== sessionId) {
        throw invalidField('sessionId', 'SESSION_ID_DIFFERS');
      }
      return { cartSession: sessionId, method: body.deliveryMethod };
    },
    body: (cart) => ({ data: toCartDto(cart) }),
  },
});
