import './today.css';
import { formatDay } from '#contract/format.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { healthTexts } from '#messages/office/health.ts';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import type { Route } from './+types/today-page';
import { BoxOfficeLists, DaySalesTable, RecentOrders } from './today-lists.tsx';
import { ConcertSales, SalesRidge } from './concert-sales.tsx';
import { HealthLine, TaskList } from './task-list.tsx';

/** A longer list would be higher than the figures beside it. */
const MAX_TASKS_BESIDE = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const now = new Date().toISOString();
  if (office.staff.role === 'door') {
    return { now, lists: await office.read('today:box-office', {}), overview: null };
  }
  return { now, lists: null, overview: await office.read('today:overview', {}) };
}

/** The button "Compare now", for when payments and tickets differ. */
export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  if (form.get('form') !== 'compare') throw new Response(null, { status: 404 });
  return await submitForm(office, form, {
    command: 'payments:reconcile',
    input: {},
    to: '/office',
    say: (output) =>
      healthTexts.compared[office.language]({
        paid: Number(output['paid_without_ticket_or_refund']),
        unpaid: Number(output['tickets_without_payment']),
      }),
  });
}

/** The first page (office.md 4). */
export default function TodayPage({ loaderData }: Route.ComponentProps) {
  const { now, lists, overview } = loaderData;
  const texts = useTexts(frameTexts);
  const language = useLanguage();
  const isLong = (overview?.tasks.length ?? 0) > MAX_TASKS_BESIDE;
  return (
    <>
      <div className="today-head">
        <OfficeTitle title={texts.today} />
        <p className="today-head__day">{formatDay(now, language)}</p>
      </div>
      {lists !== null && <BoxOfficeLists concerts={lists} />}
      {overview !== null && (
        <>
          <SalesRidge concerts={overview.concerts} />
          <div className="today-top">
            <DaySalesTable sales={overview.sales} />
            <div className="today-side">
              {!isLong && <TaskList tasks={overview.tasks} />}
              {overview.isHealthy !== null && <HealthLine isHealthy={overview.isHealthy} />}
            </div>
          </div>
          {isLong && <TaskList tasks={overview.tasks} isLong />}
          <ConcertSales concerts={overview.concerts} seesMoney={overview.isHealthy !== null} />
          {overview.recentOrders !== null && <RecentOrders orders={overview.recentOrders} />}
        </>
      )}
    </>
  );
}
