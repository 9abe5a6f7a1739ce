import { isKnownVisitor } from './people/sessions.ts';
import type { ShopDeps } from './deps.ts';
import { mountDocuments } from './documents/routes.ts';
import { mountApi } from './edge/api.ts';
import { mountApiDocs } from './edge/api-docs.ts';
import { createApi } from './edge/create-api.ts';
import type { ApiApp } from './operations/define-api.ts';
import { createTicketSigner, exportPublicKey } from './orders/ticket-code.ts';
import { cancelOpenPayment } from './payment/cancel-payment.ts';
import { mountWebhook } from './payment/receive-event.ts';
import {
  settledCheckouts,
  createSettlementsInProgress,
  type PaymentDeps,
} from './payment/settlement.ts';
import { createWalFlush } from './platform/database/wal-flush.ts';
import { createConcertReader } from './programme/catalogue.ts';
import { mountCalendars } from './programme/calendar.ts';

/** What happens after each response of the API. */
export type OnResponse = (method: string, route: string, status: number, seconds: number) => void;

/** Creates the whole API. */
export function createApp(deps: ShopDeps, onResponse?: OnResponse): ApiApp {
  const { env, festival, publicUrl } = deps;
  const app = createApi({
    log: deps.log,
    report: deps.report,
    defaultLanguage: env.defaultLanguage,
    origins: { allowed: env.siteOrigins, own: publicUrl },
    isSecure: () => publicUrl().startsWith('https:'),
    addressOf: deps.addressOf,
    ...(onResponse === undefined ? {} : { onResponse }),
  });
  // before /concert/:id, which would match `calendar.ics` as an id
  mountCalendars(app, deps.concerts, publicUrl);
  mountApi(app, deps);
  mountWebhook(app, deps);
  mountDocuments(app, deps);
  mountApiDocs(app, () => festival.content().name, publicUrl);
  return app;
}

/** What a process of the shop is given; the rest of its dependencies follows from it. */
type Given = Pick<
  ShopDeps,
  | 'env'
  | 'log'
  | 'report'
  | 'pool'
  | 'holds'
  | 'steps'
  | 'tokens'
  | 'addressOf'
  | 'provider'
  | 'catalogue'
  | 'pictures'
  | 'festival'
  | 'publicUrl'
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
