import { formatDate, formatMoney, formatNumber, formatTime } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import type { RecentOrder } from '#contract/office/today-queries.ts';
import { todayTexts } from '#messages/office/today.ts';
import { OrderStateLabel } from '../orders/order-state-label.tsx';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { DataTable } from '../ui/data-table.tsx';
import { OrderLink } from '../ui/order-link.tsx';

/** The last ten orders (office.md 4.3). */
export function RecentOrders({ orders }: { orders: RecentOrder[] }) {
  const texts = useTexts(todayTexts);
  const language = useLanguage();
  return (
    <section className="office-section today-cards today-cards--orders">
      <h2>{texts.recentOrders}</h2>
      {orders.length === 0 ? (
        <p>{texts.noOrders}</p>
      ) : (
        <DataTable
          caption={texts.recentOrders}
          rows={orders}
          keyOf={({ orderNo }) => orderNo}
          columns={[
            {
              label: texts.number,
              cell: ({ orderNo }) => <OrderLink no={orderNo} />,
              isShort: true,
            },
            {
              label: texts.time,
              cell: ({ createdAt }) =>
                `${formatDate(createdAt, language, false)}, ${formatTime(createdAt, language)}`,
              isShort: true,
            },
            { label: texts.name, cell: ({ name }) => name },
            {
              label: texts.tickets,
              isNumber: true,
              cell: ({ tickets }) => formatNumber(tickets, language),
            },
            {
              label: texts.total,
              isNumber: true,
              cell: ({ amountCents }) => formatMoney(toEuro(amountCents), language),
            },
            {
              label: texts.state,
              cell: ({ state }) => <OrderStateLabel state={state} />,
              isShort: true,
            },
          ]}
        />
      )}
      <p>
        <a className="text-link" href="/office/orders">
          {texts.allOrders}
        </a>
      </p>
    </section>
  );
}
