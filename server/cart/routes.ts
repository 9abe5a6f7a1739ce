import type { Pool } from 'pg';
import { msgCodes } from '#contract/codes.ts';
import type { Catalogue } from '../programme/catalogue.ts';
import type { Pictures } from '../programme/concert-dto.ts';
import { networksOf } from '../platform/client-address.ts';
import type { Mount } from '../platform/http/mount.ts';
import { formatCookie } from '../platform/http/visitor-cookies.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import { limiterHash } from '../platform/security/rate-limit.ts';
import type { ReportSecurityEvent } from '../platform/security/security-events.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { toCartData } from './cart-dto.ts';
import {
  changeCart,
  clearCart,
  type CartLineInput,
  type CancelOpenPayment,
} from './change-cart.ts';
import { extendCart } from './extend-cart.ts';
import { findShownCart } from './find-cart.ts';

/** The dependencies of the cart endpoints. */
export interface CartDeps {
  pool: Pool;
  holds: Queryable;
  pictures: Pictures;
  catalogue: Catalogue;
  holdMinutes: number;
  /** On https the cookie is Secure. */
  isSecure: () => boolean;
  cancelOpenPayment: CancelOpenPayment;
  /** Whether the tickets that a network holds are limited (RATE_LIMIT). */
  limitsNetworks: boolean;
  tokens: SignedTokens;
  report: ReportSecurityEvent;
}

/** The cart (api.md, Cart). */
export function mountCart(mount: Mount, deps: CartDeps): void {
  const read = async (sessionId: string) =>
    toCartData(await findShownCart(deps.pool, sessionId, deps.limitsNetworks), deps);
  const change = async (mode: 'add' | 'set', { body, requestKey, address }: CartChange) => {
    const input = {
      sessionId: body.sessionId,
      mode,
      lines: body.items,
      holdMinutes: deps.holdMinutes,
      requestKey,
      networks: deps.limitsNetworks
        ? networksOf(address).map((network) => limiterHash(deps.tokens, network))
        : null,
    };
    const cart = await changeCart(deps, input);
    deps.catalogue.markStale();
    return toCartData(cart, deps);
  };

  mount('addToCart', async (call) => {
    const data = await change('add', call);
    const cookie = formatCookie('cart_session', call.body.sessionId, {
      isSecure: deps.isSecure(),
    });
    call.responseHeaders.append('set-cookie', cookie);
    return { msgCode: msgCodes.cartAdded, data };
  });
  mount('updateCart', async (call) => ({
    msgCode: msgCodes.cartUpdated,
    data: await change('set', call),
  }));
  mount('getCart', async (call) => {
    const data = await read(call.params.sessionId);
    return { msgCode: data.items.length === 0 ? msgCodes.cartEmpty : msgCodes.cartLoaded, data };
  });
  mount('extendCart', async (call) => {
    await extendCart(deps.pool, call.body.sessionId, deps);
    return { msgCode: msgCodes.cartUpdated, data: await read(call.body.sessionId) };
  });
  mount('clearCart', async (call) => {
    await clearCart(deps.pool, call.body.sessionId, deps.cancelOpenPayment);
    deps.catalogue.markStale();
    return { data: await read(call.body.sessionId) };
  });
}

interface CartChange {
  body: { sessionId: string; items: CartLineInput[] };
  requestKey: Buffer | null;
  address: string;
}
