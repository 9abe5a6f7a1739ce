import { redirect } from 'react-router';
import { formatDate, formatMoney, formatNumber, formatTime } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import { complimentaryTexts } from '#messages/office/complimentary.ts';
import { listTexts, orderOfficeTexts } from '#messages/office/orders.ts';
import { officeContext } from '../platform/office-context.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyList } from '../ui/empty-list.tsx';
import { readPaging, readQuery } from '../ui/list-query.ts';
import { OfficeTitle } from '../ui/office-title.tsx';
import { OrderLink } from '../ui/order-link.tsx';
import { Pager } from '../ui/pager.tsx';
import { OrderFilterForm } from './order-filters.tsx';
import { OrderStateLabel } from './order-state-label.tsx';
import { RefundsWithoutOrder } from './failed-refunds/refunds-without-order.tsx';
import type { Route } from './+types/orders-page';

export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const query = readQuery(url);
  const exact = query['q'] ? await office.query('order:exact', { q: query['q'] }) : null;
  if (exact !== null) throw redirect(`/office/orders/${exact}`, 303);
  const [page, concerts, refundsWithoutOrder] = await Promise.all([
    office.query('order:list', { ...query, ...readPaging(query) }),
    office.query('order:concerts', {}),
    query['state'] === 'refund-failed' ? office.query('order:refunds-without-order', {}) : [],
  ]);
  return { page, concerts, refundsWithoutOrder, query };
}

/** All orders, newest first (office.md 7.1). */
export default function OrdersPage({
  loaderData: { page, concerts, refundsWithoutOrder, query },
}: Route.ComponentProps) {
  const t = useTexts(orderOfficeTexts);
  const list = useTexts(listTexts);
  const { newOrder } = useTexts(complimentaryTexts);
  const language = useLanguage();
  const count = page.count > 1000 ? list.moreThan : formatNumber(page.count, language);
  return (
    <>
      <OfficeTitle title={t.orders} />
      <p>
        <a className="button button--line" href="/office/orders/new">
          {newOrder}
        </a>
      </p>
      <OrderFilterForm query={query} concerts={concerts} />
      {page.rows.length === 0 ? (
        <EmptyList first={t.none} />
      ) : (
        <>
          <p className="office-count">{t.count({ count })}</p>
          <DataTable
            caption={t.orders}
            rows={page.rows}
            keyOf={({ id }) => id}
            columns={[
              {
                label: t.number,
                cell: ({ orderNo }) => <OrderLink no={orderNo} />,
                isShort: true,
              },
              {
                label: t.time,
                cell: ({ createdAt }) =>
                  `${formatDate(createdAt, language)}, ${formatTime(createdAt, language)}`,
                isShort: true,
              },
              { label: t.name, cell: ({ name }) => name },
              { label: t.email, cell: ({ email }) => email ?? '–' },
              { label: t.tickets, cell: ({ tickets }) => tickets, isNumber: true },
              {
                label: t.total,
                cell: ({ amountCents }) => formatMoney(toEuro(amountCents), language),
                isNumber: true,
              },
              {
                label: t.state,
                cell: ({ state }) => <OrderStateLabel state={state} />,
                isShort: true,
              },
            ]}
          />
          <Pager olderThan={page.olderThan} newerThan={page.newerThan} />
        </>
      )}
      {refundsWithoutOrder.length > 0 && <RefundsWithoutOrder refunds={refundsWithoutOrder} />}
    </>
  );
}
