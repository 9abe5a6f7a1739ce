import type { OrderQueries } from '#contract/office/order-queries.ts';
import type { QueryTable } from '../query.ts';

/** What the screens of orders, box-office list and post (office.md 7) read. */
export const orderQueries: QueryTable<OrderQueries> = {};
