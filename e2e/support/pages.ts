import type { APIRequestContext } from '@playwright/test';
import { findConcert } from './concerts.ts';

/** The pages that are the same for all visitors, without a prefix and without concerts (`concertPaths`). */
export const publicPaths = [
  '/',
  '/about',
  '/contact',
  '/impressum',
  '/terms',
  '/privacy',
  '/accessibility',
  '/concerts/all',
  '/tickets/find',
] as const;

/** One concert of each kind: on sale, sold out, free, not on sale. */
export async function concertPaths(request: APIRequestContext): Promise<string[]> {
  const titles = ['Böhmen, weit fort', 'Die schöne Müllerin', 'Junge Stimmen I', 'Geschenke'];
  const concerts = await Promise.all(titles.map((title) => findConcert(request, title)));
  return concerts.map(({ id }) => `/concerts/${id}`);
}

/** Pages of one visitor; search engines must not index them. */
export const privatePaths = [
  '/ticketshop',
  '/ticketshop/checkout',
  '/ticketshop/payment',
  '/ticketshop/order-confirmation?token=x',
  '/ticketshop/order-confirmation?document=expired',
  '/ticketshop/choice/x',
  '/auth/login',
  '/auth/login?forgot',
  '/auth/register',
  '/auth/reset-password?email=a%40b.de&token=x',
  '/user',
  '/user/profile',
  '/verify-email?url=x',
  '/newsletter-preferences/x',
  '/newsletter-preferences/x/unsubscribe',
] as const;
