import type { Pool } from 'pg';
import type { CancelOpenPayment } from './cart/change-cart.ts';
import type { PaymentDeps } from './payment/settlement.ts';
import type { Queryable } from './platform/database/multiplexed-pool.ts';
import type { LimitedCaller } from './operations/limit.ts';
import type { Pictures } from './programme/concert.ts';
import type { Catalogue, ConcertReader } from './programme/catalogue.ts';
import type { Env } from './settings/env.ts';
import type { FestivalStore } from './programme/festival-content.ts';
import type { AddressOf } from './platform/client-address.ts';
import type { Logger } from './platform/log.ts';
import type { SignedTokens } from './platform/security/signed-tokens.ts';

/** Dependencies of the office's operations, which the command line runs without a shop. */
export interface Deps {
  env: Env;
  pool: Pool;
  log: Logger;
  tokens: SignedTokens;
  festival: FestivalStore;
  /** Those of a process of the shop. */
  pictures?: Pictures;
  /** Address of the site; known only after listening if the port is 0. */
  publicUrl: () => string;
  /** Called after tickets became available or were taken, so that pages show it at once. */
  stockChanged: () => void;
}

/** Dependencies of a process of the shop, created once (create-deps.ts); each part takes what it uses. */
export interface ShopDeps extends Deps, PaymentDeps {
  /** The visitor's address, trusted proxies considered. */
  addressOf: AddressOf;
  catalogue: Catalogue;
  /** For holds: commits without waiting for the disk. */
  holds: Queryable;
  concerts: ConcertReader;
  pictures: Pictures;
  /** The public key that verifies ticket codes, in base64. */
  ticketKey: string;
  cancelOpenPayment: CancelOpenPayment;
  /** Whether the owner of this e-mail has signed in from the visitor's network or browser. */
  isKnownVisitor: (email: string, visitor: LimitedCaller) => Promise<boolean>;
}
