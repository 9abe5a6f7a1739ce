import type { OrderPage } from '#contract/office/order-queries.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { useTexts } from '../platform/use-frame.ts';
import { DataTable } from '../ui/data-table.tsx';
import { FormToken } from '../ui/office-form.tsx';
import { Section } from '../ui/section.tsx';
import { useMoment } from '../ui/moment.tsx';

/** Invoices, confirmation and tickets as PDF; missing ones can be created. */
export function OrderDocuments({ order: { documents, orderNo } }: { order: OrderPage }) {
  const t = useTexts(orderPageTexts);
  const moment = useMoment();
  return (
    <Section id="documents" title={t.documents}>
      <DataTable
        caption={t.documents}
        rows={documents}
        // a reissued ticket has the file name of the former one
        keyOf={({ id, name }) => id ?? name}
        columns={[
          {
            label: t.document,
            cell: ({ id, name, voidState }) =>
              id === null ? (
                name
              ) : (
                <>
                  <a href={`/office/orders/${orderNo}/documents/${id}`} download={name}>
                    {name}
                  </a>{' '}
                  {voidState !== null && <span className="office-state">{t[voidState]}</span>}
                </>
              ),
          },
          {
            label: t.made,
            cell: ({ id, createdAt }) =>
              id === null ? (
                <span className="office-state office-state--bad">{t.missing}</span>
              ) : (
                moment(createdAt)
              ),
          },
        ]}
      />
      {documents.some(({ id }) => id === null) && (
        <form method="post">
          <FormToken />
          <input type="hidden" name="form" value="documents" />
          <button className="button button--line">{t.makeAgain}</button>
        </form>
      )}
    </Section>
  );
}
