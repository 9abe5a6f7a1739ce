import type { NewsletterQueries } from '#contract/office/newsletter-queries.ts';
import type { QueryTable } from '../query.ts';

/** What the screens of the newsletter (office.md 8.2) read. */
export const newsletterQueries: QueryTable<NewsletterQueries> = {};
