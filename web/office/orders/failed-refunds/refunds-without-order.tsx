import type { RefundWithoutOrder } from '#contract/office/order-queries.ts';
import { formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { orderOfficeTexts } from '#messages/office/orders.ts';
import { useLanguage, useTexts } from '../../platform/use-frame.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { SettleLink } from '../order-payment.tsx';

/** Failed refunds that no order's page shows, and what to do about them. */
export function RefundsWithoutOrder({ refunds }: { refunds: RefundWithoutOrder[] }) {
  const t = useTexts(orderOfficeTexts);
  const { refundAgain } = useTexts(orderPageTexts);
  const language = useLanguage();
  return (
    <Section id="without-order" title={t.withoutOrder}>
      <p>{t.withoutOrderText}</p>
      <DataTable
        caption={t.withoutOrder}
        rows={refunds}
        keyOf={({ id }) => id}
        columns={[
          { label: t.payment, cell: ({ intentId }) => intentId },
          { label: t.refundNo, cell: ({ id }) => id, isNumber: true },
          { label: t.failedAt, cell: ({ failedAt }) => <Moment at={failedAt} />, isShort: true },
          {
            label: t.amount,
            cell: ({ amountCents }) => formatMoney(toEuro(amountCents), language),
            isNumber: true,
          },
          {
            label: t.action,
            cell: ({ id }) => (
              <span className="office-buttons">
                <a href={`/office/refunds/${id}/retry`}>{refundAgain}</a>
                <SettleLink refund={id} />
              </span>
            ),
            isAction: true,
          },
        ]}
      />
    </Section>
  );
}
