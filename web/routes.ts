import { index, layout, prefix, route, type RouteConfigEntry } from '@react-router/dev/routes';
import type { publicPaths } from '#contract/public-paths.ts';
import { requireSameCase } from './platform/require-same-case.ts';

const publicFiles: Record<(typeof publicPaths)[number], string> = {
  about: 'festival/about-page.tsx',
  contact: 'contact/contact-page.tsx',
  impressum: 'festival/legal-page.tsx',
  terms: 'festival/legal-page.tsx',
  privacy: 'festival/legal-page.tsx',
  accessibility: 'festival/legal-page.tsx',
  'concerts/all': 'concerts/concerts-list-page.tsx',
  'concerts/:concertId': 'concerts/concert-page.tsx',
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

export default requireSameCase([
  ...publicPages('any'),
  ...prefix('de', publicPages('de')),
  ...prefix('en', publicPages('en')),

  route('ticketshop', 'cart/shopping-cart-page.tsx'),
  route('ticketshop/visit', 'platform/visit-data.ts'),
  route('ticketshop/checkout', 'checkout/checkout-page.tsx'),
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
  route('auth/adopt', 'accounts/adopt-session.ts'),
  layout('accounts/user-layout.tsx', [
    route('user', 'accounts/personal-home-page.tsx'),
    route('user/profile', 'accounts/profile-page.tsx'),
  ]),

  route('newsletter-preferences/:token', 'newsletter/newsletter-preferences-page.tsx'),
  route('newsletter-preferences/:token/unsubscribe', 'newsletter/unsubscribe-page.tsx'),
  route('newsletter', 'newsletter/newsletter-page.tsx'),
  route('language', 'layout/choose-language.ts'),
]) satisfies RouteConfigEntry[];
