import { isKnownVisitor } from '../people/sessions.ts';
import type { ShopDeps } from '../deps.ts';
import { createTicketSigner, exportPublicKey } from '../orders/ticket-code.ts';
import { cancelOpenPayment } from '../payment/cancel-payment.ts';
import {
  settledCheckouts,
  createSettlementsInProgress,
  type PaymentDeps,
} from '../payment/settlement.ts';
import { createWalFlush } from '../platform/database/wal-flush.ts';
import { createConcertReader } from '../programme/catalogue.ts';

/** What a process of the shop is given; the rest of its dependencies follows from it. */
type Given = Omit<
  ShopDeps,
  | 'flush'
  | 'inProgress'
  | 'reads'
  | 'stockChanged'
  | 'concerts'
  | 'ticketKey'
  | 'cancelOpenPayment'
  | 'isKnownVisitor'
>;

/** Creates the dependencies of a process. */
export function createShopDeps(given: Given): ShopDeps {
  const { pool, steps, tokens, catalogue, pictures } = given;
  const deps: Given & PaymentDeps = {
    ...given,
    flush: createWalFlush(steps, settledCheckouts),
    inProgress: createSettlementsInProgress(),
    reads: new Map(),
    stockChanged: () => catalogue.markStale(),
  };
  return {
    ...deps,
    concerts: createConcertReader(catalogue, pictures),
    ticketKey: exportPublicKey(createTicketSigner(tokens).publicKey),
    cancelOpenPayment: (sessionId) => cancelOpenPayment(deps, sessionId),
    isKnownVisitor: (email, visitor) => isKnownVisitor(pool, tokens, email, visitor),
  };
}
