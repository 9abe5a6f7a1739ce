import type { TodayOverview } from '#contract/office/today-queries.ts';
import type { Context } from '../../operations/define.ts';
import { listFewLeft, listTasks } from './list-tasks.ts';
import { listRecentOrders } from './list-recent-orders.ts';
import { listTodayConcerts } from './list-today-concerts.ts';
import { readDaySales } from './read-day-sales.ts';
import { readHealth } from '../health/read-health.ts';

/** Everything of the first page; editors see no money, orders or health (office.md 4.2). */
export async function readToday({ deps, caller }: Context): Promise<TodayOverview> {
  const { pool } = deps;
  const now = new Date();
  const { language } = caller;
  const isFull = caller.kind !== 'staff' || caller.role !== 'editor';
  const [sales, concerts, recentOrders, tasks, health] = await Promise.all([
    readDaySales(pool, now, isFull),
    listTodayConcerts(pool, { language, now, seesMoney: isFull }),
    isFull ? listRecentOrders(pool) : null,
    isFull ? listTasks(pool, language) : listFewLeft(pool, language),
    isFull ? readHealth(deps) : null,
  ]);
  return {
    sales,
    concerts,
    recentOrders,
    tasks,
    isHealthy: health && health.items.every(({ isHealthy }) => isHealthy),
  };
}
