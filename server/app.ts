import type { Pool } from 'pg';
import { mountAccounts } from './accounts/routes.ts';
import { authenticate } from './accounts/sessions.ts';
import { mountCart } from './cart/routes.ts';
import { mountCheckout } from './checkout/routes.ts';
import { mountCalendars } from './concerts/calendar-routes.ts';
import type { Catalogue } from './concerts/catalogue.ts';
import { createConcertReader } from './concerts/read-concerts.ts';
import { mountConcerts } from './concerts/routes.ts';
import { mountContact } from './contact/routes.ts';
import type { Env } from './env.ts';
import type { FestivalStore } from './festival/festival-content.ts';
import { mountFestival } from './festival/routes.ts';
import { mountNewsletter } from './newsletter/routes.ts';
import { mountDocuments } from './documents/routes.ts';
import { mountOrders } from './orders/routes.ts';
import { createTicketSigner, exportPublicKey } from './orders/ticket-code.ts';
import { cancelOpenPayment } from './payment/cancel-checkout.ts';
import type { PaymentDeps } from './payment/payment-deps.ts';
import { mountPayment } from './payment/routes.ts';
import { createSettlementsInProgress } from './payment/settlements-in-progress.ts';
import type { PictureStore } from './drawing/pictures/picture-store.ts';
import type { Db } from './platform/database/database.ts';
import { createWalFlush } from './platform/database/wal-flush.ts';
import { mountApiDocs } from './platform/http/api-docs.ts';
import { createApi } from './platform/http/create-api.ts';
import { createProxyTrust } from './platform/http/client-address.ts';
import { createMount, type ApiApp, type Mount } from './platform/http/mount.ts';
import type { Logger } from './platform/log.ts';
import { createLimiter } from './platform/security/rate-limit.ts';
import type { Queryable } from './platform/database/multiplexed-pool.ts';
import type { SignedTokens } from './platform/security/signed-tokens.ts';
import type { Provider } from './platform/stripe.ts';

/** Everything the API works with; made once in start-process.ts. */
export interface AppDeps {
  env: Env;
  log: Logger;
  db: Db;
  pool: Pool;
  /** For holds: commits without waiting for the disk. */
  holds: Queryable;
  /** For the other steps of a purchase that are one statement. */
  steps: Queryable;
  tokens: SignedTokens;
  provider: Provider;
  catalogue: Catalogue;
  pictures: PictureStore;
  festival: FestivalStore;
  /** Where the site is reached; the port may be known only after listening. */
  publicUrl: () => string;
  onResponse?: (method: string, route: string, status: number, seconds: number) => void;
}

/** The whole API, feature by feature, top to bottom. */
export function createApp(parts: AppDeps): ApiApp {
  const { env, pool, tokens, publicUrl } = parts;
  const trust = createProxyTrust(env.trustedProxies);
  const app = createApi({
    log: parts.log,
    defaultLanguage: env.defaultLanguage,
    origins: { allowed: env.siteOrigins, own: publicUrl },
    secure: isSecure(parts),
    addressOf: (peer, forwardedFor) => trust.address(peer, forwardedFor),
    ...(parts.onResponse === undefined ? {} : { onResponse: parts.onResponse }),
  });
  const mount = createMount(app, {
    db: parts.db,
    authenticate: (token) => authenticate(pool, token),
    limit: createLimiter(pool, env.rateLimit),
  });
  mountProgramme(mount, app, parts);
  mountShop(mount, app, parts);
  mountAccounts(mount, { pool, tokens });
  mountContact(mount, {
    pool,
    recipient: { fallbackAddress: env.mailFrom, language: env.defaultLanguage },
  });
  mountNewsletter(mount, { pool, tokens });
  mountApiDocs(app, () => parts.festival.content().name, publicUrl);
  return app;
}

/** What one reads: the festival, its pages, its concerts. */
function mountProgramme(mount: Mount, app: ApiApp, parts: AppDeps): void {
  const { env, pictures, festival } = parts;
  mountFestival(mount, {
    festival,
    pictures,
    taxTreatment: env.taxTreatment,
    mediaUrl: env.mediaUrl ?? '',
    testMode: env.stripe === undefined,
  });
  const concerts = createConcertReader(parts.catalogue, pictures);
  // before /concert/:id, which would take `calendar.ics` for an id
  mountCalendars(app, concerts, parts.publicUrl);
  mountConcerts(mount, concerts);
}

/** What one buys: from the cart to the order. */
function mountShop(mount: Mount, app: ApiApp, parts: AppDeps): void {
  const { env, pool, pictures, tokens, catalogue, publicUrl } = parts;
  const payment = createPaymentDeps(parts);
  const cancelPayment = (sessionId: string) => cancelOpenPayment(payment, sessionId);
  const holdMinutes = env.cartHoldMinutes;
  mountCart(mount, {
    pool,
    holds: parts.holds,
    pictures,
    catalogue,
    holdMinutes,
    secureCookies: isSecure(parts),
    cancelOpenPayment: cancelPayment,
  });
  mountCheckout(mount, {
    pool,
    steps: parts.steps,
    pictures,
    tokens,
    holdMinutes,
    cancelOpenPayment: cancelPayment,
  });
  mountPayment(mount, app, payment, () => parts.festival.content().legal.terms.version);
  mountDocuments(app, { pool, tokens });
  mountOrders(mount, {
    pool,
    tokens,
    pictures,
    publicUrl,
    linkDays: env.orderLinkDays,
    ticketKey: exportPublicKey(createTicketSigner(tokens).publicKey),
  });
}

/** Behind TLS: then cookies are Secure and answers carry HSTS. */
function isSecure({ publicUrl }: AppDeps): () => boolean {
  return () => publicUrl().startsWith('https:');
}

/** What payment's commands and jobs work with. */
export function createPaymentDeps(parts: AppDeps): PaymentDeps {
  return {
    pool: parts.pool,
    steps: parts.steps,
    flush: createWalFlush(parts.steps),
    provider: parts.provider,
    tokens: parts.tokens,
    publicUrl: parts.publicUrl,
    log: parts.log,
    inProgress: createSettlementsInProgress(),
    stockChanged: () => parts.catalogue.markStale(),
  };
}
