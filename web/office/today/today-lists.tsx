import { formatMoney, formatNumber, formatDate, formatTime, formatDay } from '#contract/format.ts';
import { todayTexts } from '#messages/office/today.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { Section } from '../ui/section.tsx';
import { OrderStateLabel, OrderLink } from '../ui/order-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { OutputOf } from '../platform/office-context.ts';

type DaySales = OutputOf<'today:overview'>['sales'];
type SalesFigures = OutputOf<'today:overview'>['sales']['today'];
type RecentOrder = NonNullable<OutputOf<'today:overview'>['recentOrders']>[number];
type BoxOfficeConcert = OutputOf<'today:box-office'>[number];

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the explicit roles remain when the phone's layout turns the cells into blocks */

/** Tickets, revenue and refunds of today, beside yesterday and the last seven days (office.md 4.1). */
export function DaySalesTable({ sales }: { sales: DaySales }) {
  const texts = useTexts(todayTexts);
  const language = useLanguage();
  const money = (cents: number | null) => formatMoney(cents ?? 0, language);
  const figures = [
    { name: texts.ticketsSold, read: (of: SalesFigures) => formatNumber(of.tickets, language) },
    {
      name: texts.complimentary,
      read: (of: SalesFigures) => formatNumber(of.complimentary, language),
    },
    { name: texts.revenue, read: (of: SalesFigures) => money(of.revenueCents), isMoney: true },
    {
      name: texts.refunds,
      read: (of: SalesFigures) => money(of.refundedCents),
      more: (of: SalesFigures) => texts.refundCount({ n: of.refunds ?? 0 }),
      isMoney: true,
    },
  ].filter(({ isMoney }) => isMoney !== true || sales.today.revenueCents !== null);
  const periods = [
    { name: texts.today, of: sales.today },
    { name: texts.yesterday, of: sales.yesterday },
    { name: texts.week, of: sales.week },
  ];
  return (
    <Section id="sales-today" title={texts.salesToday}>
      <table className="day-sales" aria-labelledby="sales-today-title" role="table">
        <caption className="visually-hidden">{texts.salesToday}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              <span className="visually-hidden">{texts.figure}</span>
            </th>
            {periods.map(({ name }) => (
              <th key={name} scope="col" role="columnheader">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {figures.map(({ name, read, more }) => (
            <tr key={name} role="row">
              <th scope="row" role="rowheader">
                {name}
              </th>
              {periods.map((period) => (
                <td key={period.name} role="cell" data-label={period.name}>
                  <span className="day-sales__figure">{read(period.of)}</span>
                  {more !== undefined && <span className="day-sales__more">{more(period.of)}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {sales.today.revenueCents !== null && <p className="office-hint">{texts.withoutPostage}</p>}
    </Section>
  );
}

/** The latest orders (office.md 4.3); `all` leads to the others. */
export function RecentOrders({ orders, all = '' }: { orders: RecentOrder[]; all?: string }) {
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
              cell: ({ amountCents }) => formatMoney(amountCents, language),
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
        <a className="text-link" href={`/office/orders${all}`}>
          {texts.allOrders}
        </a>
      </p>
    </section>
  );
}

/** The first page of the door: a box-office list per concert (office.md 4.2). */
export function BoxOfficeLists({ concerts }: { concerts: BoxOfficeConcert[] }) {
  const texts = useTexts(todayTexts);
  const language = useLanguage();
  return (
    <Section id="box-office-lists" title={texts.boxOfficeLists}>
      {concerts.length === 0 && <p>{texts.noConcerts}</p>}
      <ul className="box-office-lists">
        {concerts.map(({ id, title, startsAt, venue }) => (
          <li key={id}>
            <a href={`/office/concerts/${id}/box-office`}>
              <span className="box-office-lists__title">{title}</span>
              <span className="box-office-lists__when">
                {formatDay(startsAt, language)}, {formatTime(startsAt, language)}, {venue}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
