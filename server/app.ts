import type { Pool } from 'pg';
import { isKnownVisitor } from './people/sessions.ts';
import type { ShopDeps } from './deps.ts';
import { mountDocuments } from './documents/routes.ts';
import type { PictureStore } from './drawing/pictures/picture-store.ts';
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
import type { AddressOf } from './platform/client-address.ts';
import type { Queryable } from './platform/database/multiplexed-pool.ts';
import { createWalFlush } from './platform/database/wal-flush.ts';
import type { Logger } from './platform/log.ts';
import type { ReportSecurityEvent } from './platform/security/security-events.ts';
import type { SignedTokens } from './platform/security/signed-tokens.ts';
import type { Provider } from './platform/stripe.ts';
import type { FestivalStore } from './programme/festival-content.ts';
import { createConcertReader, type Catalogue } from './programme/catalogue.ts';
import { mountCalendars } from './programme/calendar.ts';
import type { Env } from './settings/env.ts';

/** Dependencies of the API; created once in start-process.ts. */
export interface AppDeps {
  env: Env;
  log: Logger;
  report: ReportSecurityEvent;
  pool: Pool;
  /** For holds: commits without waiting for the disk. */
  holds: Queryable;
  /** For the other steps of a purchase that are one statement. */
  steps: Queryable;
  tokens: SignedTokens;
  /** The visitor's address, trusted proxies considered. */
  addressOf: AddressOf;
  provider: Provider;
  catalogue: Catalogue;
  pictures: PictureStore;
  festival: FestivalStore;
  /** Address of the site; known only after listening if the port is 0. */
  publicUrl: () => string;
  onResponse?: (method: string, route: string, status: number, seconds: number) => void;
}

/** Creates the whole API. */
export function createApp({ addressOf, onResponse }: AppDeps, deps: ShopDeps): ApiApp {
  const { env, festival, publicUrl } = deps;
  const app = createApi({
    log: deps.log,
    report: deps.report,
    defaultLanguage: env.defaultLanguage,
    origins: { allowed: env.siteOrigins, own: publicUrl },
    isSecure: () => publicUrl().startsWith('https:'),
    addressOf,
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

/** Creates what the operations of the shop need. */
export function createShopDeps(deps: AppDeps): ShopDeps {
  const { pool, tokens, pictures } = deps;
  const payment = createPaymentDeps(deps);
  return {
    ...deps,
    ...payment,
    concerts: createConcertReader(deps.catalogue, pictures),
    ticketKey: exportPublicKey(createTicketSigner(tokens).publicKey),
    cancelOpenPayment: (sessionId) => cancelOpenPayment(payment, sessionId),
    isKnownVisitor: (email, visitor) => isKnownVisitor(pool, tokens, email, visitor),
  };
}

/** Creates what the commands and jobs of payment need. */
export function createPaymentDeps(deps: AppDeps): PaymentDeps {
  return {
    pool: deps.pool,
    steps: deps.steps,
    flush: createWalFlush(deps.steps, settledCheckouts),
    provider: deps.provider,
    tokens: deps.tokens,
    publicUrl: deps.publicUrl,
    log: deps.log,
    report: deps.report,
    inProgress: createSettlementsInProgress(),
    reads: new Map(),
    stockChanged: () => deps.catalogue.markStale(),
  };
}
