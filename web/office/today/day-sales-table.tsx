/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the explicit roles remain when the phone's layout turns the cells into blocks */
import { formatMoney, formatNumber } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import type { DaySales, SalesFigures } from '#contract/office/today-queries.ts';
import { todayTexts } from '#messages/office/today.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { Section } from '../ui/section.tsx';

/** Tickets, revenue and refunds of today, beside yesterday and the last seven days (office.md 4.1). */
export function DaySalesTable({ sales }: { sales: DaySales }) {
  const texts = useTexts(todayTexts);
  const language = useLanguage();
  const money = (cents: number | null) => formatMoney(toEuro(cents ?? 0), language);
  const figures = [
    { name: texts.ticketsSold, read: (of: SalesFigures) => formatNumber(of.tickets, language) },
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
    </Section>
  );
}
