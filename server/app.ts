import type { Pool } from 'pg';
import { mountAccounts } from './accounts/routes.ts';
import { isKnownVisitor } from './accounts/known-visitors.ts';
import { authenticate } from './accounts/sessions.ts';
import { mountCart } from './cart/routes.ts';
import { mountCheckout } from './checkout/routes.ts';
import type { Catalogue } from './programme/catalogue.ts';
import { createConcertReader } from './programme/read-concerts.ts';
import { mountCalendars, mountConcerts } from './programme/routes.ts';
import { mountContact } from './messages/routes.ts';
import type { Env } from './settings/env.ts';
import type { FestivalStore } from './programme/festival-content.ts';
import { mountFestival } from './programme/festival-routes.ts';
import { mountNewsletter } from './newsletter/routes.ts';
import { mountDocuments } from './documents/routes.ts';
import { mountOrders } from './orders/routes.ts';
import { createTicketSigner, exportPublicKey } from './orders/ticket-code.ts';
import { cancelOpenPayment } from './payment/cancel-payment.ts';
import type { PaymentDeps } from './payment/payment-deps.ts';
import { mountPayment } from './payment/routes.ts';
import { settledCheckouts, createSettlementsInProgress } from './payment/settlement.ts';
import type { PictureStore } from './drawing/pictures/picture-store.ts';
import { createWalFlush } from './platform/database/wal-flush.ts';
import { mountApiDocs } from './edge/api-docs.ts';
import { createRepeater } from './operations/once.ts';
import { createApi } from './edge/create-api.ts';
import type { AddressOf } from './platform/client-address.ts';
import { createMount, type ApiApp, type Mount } from './platform/http/mount.ts';
import type { Logger } from './platform/log.ts';
import type { ReportSecurityEvent } from './platform/security/security-events.ts';
import { createLimiter } from './platform/security/rate-limit.ts';
import type { Queryable } from './platform/database/multiplexed-pool.ts';
import type { SignedTokens } from './platform/security/signed-tokens.ts';
import type { Provider } from './platform/stripe.ts';

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

/** Creates the whole API, feature by feature. */
export function createApp(deps: AppDeps): ApiApp {
  const { env, pool, tokens, publicUrl } = deps;
  const app = createApi({
    log: deps.log,
    report: deps.report,
    defaultLanguage: env.defaultLanguage,
    origins: { allowed: env.siteOrigins, own: publicUrl },
    isSecure: isSecure(deps),
    addressOf: deps.addressOf,
    ...(deps.onResponse === undefined ? {} : { onResponse: deps.onResponse }),
  });
  const mount = createMount(app, {
    runRepeatable: createRepeater(pool),
    authenticate: (token) => authenticate(pool, token),
    limit: createLimiter(deps, env.hasRateLimit, {
      isKnownVisitor: (email, context) => isKnownVisitor(pool, tokens, email, context),
      report: deps.report,
    }),
  });
  mountProgramme(mount, app, deps);
  mountShop(mount, app, deps);
  mountAccounts(mount, { pool, tokens, report: deps.report });
  mountContact(mount, {
    pool,
    recipient: { fallbackAddress: env.mailFrom, language: env.defaultLanguage },
  });
  mountNewsletter(app, mount, { pool, tokens });
  mountApiDocs(app, () => deps.festival.content().name, publicUrl);
  return app;
}

/** Mounts what visitors read: the festival, its pages, its concerts. */
function mountProgramme(mount: Mount, app: ApiApp, deps: AppDeps): void {
  const { env, pictures, festival } = deps;
  mountFestival(mount, {
    festival,
    pictures,
    taxTreatment: env.taxTreatment,
    mediaUrl: env.mediaUrl ?? '',
    isTestMode: env.stripe?.isTest ?? false,
  });
  const concerts = createConcertReader(deps.catalogue, pictures);
  // before /concert/:id, which would match `calendar.ics` as an id
  mountCalendars(app, concerts, deps.publicUrl);
  mountConcerts(mount, concerts);
}

/** Mounts the purchase, from the cart to the order. */
function mountShop(mount: Mount, app: ApiApp, deps: AppDeps): void {
  const { env, pool, pictures, tokens, catalogue, publicUrl } = deps;
  const payment = createPaymentDeps(deps);
  const cancelPayment = (sessionId: string) => cancelOpenPayment(payment, sessionId);
  const holdMinutes = env.cartHoldMinutes;
  mountCart(mount, {
    pool,
    holds: deps.holds,
    pictures,
    catalogue,
    holdMinutes,
    isSecure: isSecure(deps),
    cancelOpenPayment: cancelPayment,
    limitsNetworks: env.hasRateLimit,
    tokens,
    report: deps.report,
  });
  mountCheckout(mount, {
    pool,
    steps: deps.steps,
    pictures,
    tokens,
    holdMinutes,
    cancelOpenPayment: cancelPayment,
  });
  mountPayment(mount, app, payment, () => deps.festival.content().legal.terms.version);
  mountDocuments(app, {
    pool,
    tokens,
    festival: () => deps.festival.content(),
    linkDays: env.orderLinkDays,
    authenticate: (token) => authenticate(pool, token),
    isSecure: isSecure(deps),
  });
  mountOrders(mount, {
    pool,
    flush: payment.flush,
    tokens,
    pictures,
    publicUrl,
    linkDays: env.orderLinkDays,
    ticketKey: exportPublicKey(createTicketSigner(tokens).publicKey),
  });
}

/** Whether the site is on https: then cookies are Secure and responses carry HSTS. */
function isSecure({ publicUrl }: AppDeps): () => boolean {
  return () => publicUrl().startsWith('https:');
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
