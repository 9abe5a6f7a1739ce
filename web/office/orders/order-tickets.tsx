import { formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import type { OrderTicket } from '#contract/office/order-queries.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Section } from '../ui/section.tsx';

interface OrderTicketsProps {
  orderNo: string;
  tickets: OrderTicket[];
}

/** The tickets of an order; a valid one can be reissued, on a page of its own. */
export function OrderTickets({ orderNo, tickets }: OrderTicketsProps) {
  const t = useTexts(orderPageTexts);
  const language = useLanguage();
  return (
    <Section id="tickets" title={t.tickets}>
      <DataTable
        caption={t.tickets}
        rows={tickets}
        keyOf={({ id }) => id}
        columns={[
          { label: t.ticket, cell: ({ id }) => <span id={`ticket-${id}`}>{id}</span> },
          { label: t.concert, cell: ({ concert }) => concert },
          { label: t.type, cell: ({ type }) => type },
          {
            label: t.price,
            cell: ({ priceCents }) => formatMoney(toEuro(priceCents), language),
            isNumber: true,
          },
          {
            label: t.state,
            cell: ({ state }) => <span className="office-state">{t[state]}</span>,
          },
          {
            label: t.action,
            cell: ({ id, state }) =>
              state === 'valid' ? (
                <a
                  className="button button--line button--small"
                  href={`/office/orders/${orderNo}/reissue/${id}`}
                  aria-describedby={`ticket-${id}`}
                >
                  {t.reissue}
                </a>
              ) : (
                '–'
              ),
            isAction: true,
          },
        ]}
      />
    </Section>
  );
}
