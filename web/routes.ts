import { index, layout, prefix, route, type RouteConfigEntry } from '@react-router/dev/routes';
import { listKinds } from '#contract/office/programme-lists.ts';
import { exportPaths } from '#contract/office/screens.ts';
import type { publicPaths } from '#contract/paths.ts';

const publicFiles: Record<(typeof publicPaths)[number], string> = {
  about: 'festival/about-page.tsx',
  contact: 'contact/contact-page.tsx',
  impressum: 'festival/legal-page.tsx',
  terms: 'festival/legal-page.tsx',
  privacy: 'festival/legal-page.tsx',
  accessibility: 'festival/legal-page.tsx',
  'concerts/all': 'concerts/concerts-list-page.tsx',
  'concerts/:concertId': 'concerts/concert-page.tsx',
  'tickets/find': 'orders/find-tickets-page.tsx',
  'not-found': 'festival/not-found-page.tsx',
};

function publicPages(home: 'any' | 'de' | 'en'): RouteConfigEntry[] {
  const page = (path: string, file: string) => route(path, file, { id: `${home}:${path}` });
  return [
    index('festival/home-page.tsx', { id: `${home}:home` }),
    ...Object.entries(publicFiles).map(([path, file]) => page(path, file)),
    page('*', 'festival/unknown-path.ts'),
  ];
}

/** Every path of the office is listed with its roles in contract/office/screens.ts, too. */
const officePages: RouteConfigEntry[] = [
  route('office/sign-in', 'office/staff/sign-in-page.tsx'),
  route('office/sign-out', 'office/staff/sign-out.ts'),
  route('office/language', 'office/layout/choose-language.ts'),
  ...exportPaths.map((path) => route(path, 'office/exports/exports.ts', { id: path.slice(1) })),
  route('office/invitation/:token', 'office/staff/invitation-page.tsx'),
  layout('office/layout/office-layout.tsx', [
    route('office/confirm-identity', 'office/staff/confirm-identity-page.tsx'),
    route('office/account', 'office/staff/account-page.tsx'),
    route('office/account/recovery-codes', 'office/staff/recovery-codes-page.tsx'),
    route('office', 'office/today/today-page.tsx'),
    route('office/messages', 'office/messages/messages-page.tsx'),
    route('office/messages/:id', 'office/messages/message-page.tsx'),
    route('office/messages/:id/delete', 'office/messages/delete-page.tsx'),
    route('office/newsletter', 'office/newsletter/subscribers-page.tsx'),
    route('office/people', 'office/people/people-page.tsx'),
    route('office/people/:key', 'office/people/person-page.tsx'),
    route('office/people/:key/erase', 'office/people/erase-page.tsx'),
    route('office/orders/new', 'office/complimentary/new-order-page.tsx'),
    route('office/health', 'office/health/health-page.tsx'),
    route('office/help', 'office/help/help-page.tsx'),
    route('office/help/handbook', 'office/help/handbook-page.tsx'),
    route('office/staff', 'office/staff/staff-page.tsx'),
    route('office/orders', 'office/orders/orders-page.tsx'),
    route('office/orders/:orderNo', 'office/orders/order-page.tsx'),
    route('office/orders/:orderNo/refund', 'office/orders/refund-page.tsx'),
    route('office/orders/:orderNo/reissue/:ticket', 'office/orders/reissue-page.tsx'),
    route('office/refunds/:id/retry', 'office/orders/retry-refund-page.tsx'),
    route('office/refunds/:id/settle', 'office/orders/settle-page.tsx'),
    route('office/dispatch', 'office/orders/dispatch-page.tsx'),
    route('office/concerts', 'office/concerts/concerts-page.tsx'),
    route('office/concerts/new', 'office/concerts/new-page.tsx'),
    route('office/concerts/:id', 'office/concerts/concert-page.tsx'),
    route('office/concerts/:id/details', 'office/concerts/details-page.tsx'),
    route('office/concerts/:id/programme', 'office/concerts/programme-page.tsx'),
    route('office/concerts/:id/sale', 'office/concerts/sale-page.tsx'),
    route('office/concerts/:id/picture', 'office/concerts/picture-page.tsx'),
    route('office/concerts/:id/history', 'office/concerts/history-page.tsx'),
    route('office/concerts/:id/cancel', 'office/concerts/cancel-page.tsx'),
    route('office/concerts/:id/withdraw', 'office/concerts/withdraw-page.tsx'),
    route('office/concerts/:id/delete', 'office/concerts/delete-page.tsx'),
    route('office/concerts/:id/message', 'office/concerts/message-page.tsx'),
    route('office/concerts/:id/box-office', 'office/orders/box-office-page.tsx'),
    route('office/audit', 'office/audit/audit-page.tsx'),
    route('office/staff/:id', 'office/staff/staff-member-page.tsx'),
    ...listKinds.flatMap((kind) => [
      route(`office/${kind}s`, 'office/lists/list-page.tsx', { id: `${kind}:list` }),
      route(`office/${kind}s/new`, 'office/lists/entry-page.tsx', { id: `${kind}:new` }),
      route(`office/${kind}s/:id`, 'office/lists/entry-page.tsx', { id: `${kind}:entry` }),
    ]),
    route('office/programme', 'office/programme/programme-page.tsx'),
    route('office/door', 'office/door/door-page.tsx'),
    route('office/door/:concertId', 'office/door/door-report-page.tsx'),
    route('office/notice', 'office/notice/notice-page.tsx'),
    route('office/runs', 'office/runs/runs-page.tsx'),
    route('office/runs/:id', 'office/runs/run-page.tsx'),
    route('office/reports', 'office/reports/reports-page.tsx'),
    route('office/reports/sales', 'office/reports/sales-page.tsx'),
    route('office/reports/revenue', 'office/reports/revenue-page.tsx'),
    route('office/reports/invoices', 'office/reports/invoices-page.tsx'),
    route('office/mails', 'office/mails/mails-page.tsx'),
    route('office/mails/:id', 'office/mails/mail-page.tsx'),
    route('office/*', 'office/layout/unknown-page.tsx'),
  ]),
];

export default requireSameCase([
  layout('layout/site-layout.tsx', { id: 'site' }, [
    ...publicPages('any'),
    ...prefix('de', publicPages('de')),
    ...prefix('en', publicPages('en')),

    route('ticketshop', 'cart/shopping-cart-page.tsx'),
    route('ticketshop/visit', 'platform/visit-data.ts'),
    route('ticketshop/checkout', 'checkout/checkout-page.tsx'),
    route('ticketshop/choice/:token', 'orders/choice-page.tsx'),
    route('ticketshop/payment', 'payment/payment-page.tsx'),
    route('ticketshop/order-confirmation', 'orders/order-confirmation-page.tsx'),

    route('auth', 'accounts/auth-redirect.ts'),
    route('auth/login', 'accounts/login-page.tsx'),
    route('auth/register', 'accounts/register-page.tsx'),
    route('auth/reset-password', 'accounts/password-reset-page.tsx'),
    route('auth/undo-email-change', 'accounts/undo-email-change-page.tsx'),
    route('verify-email', 'accounts/email-verification-page.tsx'),
    route('auth/logout', 'accounts/log-out.ts'),
    route('auth/resend-verification', 'accounts/resend-verification.ts'),
    layout('accounts/user-layout.tsx', [
      route('user', 'accounts/personal-home-page.tsx'),
      route('user/profile', 'accounts/profile-page.tsx'),
    ]),

    // without scripts: within the office, the site's calls would lack its visitor
    route('office/concerts/:concertId/preview', 'concerts/concert-page.tsx', {
      id: 'concert-preview',
    }),

    route('newsletter-preferences/:token', 'newsletter/newsletter-preferences-page.tsx'),
    route('newsletter-preferences/:token/unsubscribe', 'newsletter/unsubscribe-page.tsx'),
    route('newsletter', 'newsletter/newsletter-page.tsx'),
    route('language', 'layout/choose-language.ts'),
  ]),
  layout('office/layout/office-root.tsx', { id: 'office' }, officePages),
]) satisfies RouteConfigEntry[];

/**
 * The routes with case-sensitive paths, as the server's rules for paths are: React Router alone would show
 * /Ticketshop/Payment, which page-kinds.ts does not know, without the headers of that page.
 */
function requireSameCase(routes: readonly RouteConfigEntry[]): RouteConfigEntry[] {
  return routes.map(({ children, ...entry }) => ({
    ...entry,
    caseSensitive: true,
    ...(children === undefined ? {} : { children: requireSameCase(children) }),
  }));
}
