import { formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import type { OrderTicket } from '#contract/office/order-queries.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { DataTable } from '../ui/data-table.tsx';
import { FormToken } from '../ui/office-form.tsx';
import { Section } from '../ui/section.tsx';

/** The tickets of an order; a valid one can be reissued. */
export function OrderTickets({ tickets }: { tickets: OrderTicket[] }) {
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
            cell: ({ id, state }) => (state === 'valid' ? <ReissueForm id={id} /> : '–'),
            isShort: true,
          },
        ]}
      />
      <p className="office-hint">{t.reissueHint}</p>
    </Section>
  );
}

function ReissueForm({ id }: { id: number }) {
  const t = useTexts(orderPageTexts);
  return (
    <form method="post">
      <FormToken />
      <input type="hidden" name="form" value="reissue" />
      <input type="hidden" name="ticket" value={id} />
      <button className="button button--line button--small" aria-describedby={`ticket-${id}`}>
        {t.reissue}
      </button>
    </form>
  );
}
