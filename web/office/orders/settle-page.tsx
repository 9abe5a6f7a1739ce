import { formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import { readRowId } from '#contract/office/row-id.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { orderOfficeTexts } from '#messages/office/orders.ts';
import { officeContext } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Moment } from '../ui/moment.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { TermList } from '../ui/term-list.tsx';
import { SettleForm } from './settle-form.tsx';
import type { Route } from './+types/settle-page';

export async function loader({ context, params }: Route.LoaderArgs) {
  return await context
    .get(officeContext)
    .query('order:failed-refund', { id: readRowId(params.id) });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const id = readRowId(params.id);
  const { orderNo } = await office.query('order:failed-refund', { id });
  return await submitForm(office, form, {
    command: 'order:settle-by-hand',
    input: { ...flatten(form), orderNo: orderNo ?? undefined, refund: id },
    to: listPath(orderNo),
    say: ({ cents }) => `${formatMoney(toEuro(Number(cents)), office.language)}.`,
  });
}

/** Explains what recording a refund as paid by hand does, and records it (office.md 1 and 6.1). */
export default function SettlePage({ loaderData: refund }: Route.ComponentProps) {
  const t = useTexts(orderPageTexts);
  const names = useTexts(orderOfficeTexts);
  const problems = useTexts(commandProblemTexts);
  const { orderNo, isOpen } = refund;
  const amount = formatMoney(toEuro(refund.amountCents), useLanguage());
  const orderTitle = orderNo === null ? undefined : names.order({ no: orderNo });
  return (
    <>
      <Breadcrumb
        items={[
          { label: names.orders, path: '/office/orders' },
          ...(orderTitle === undefined ? [] : [{ label: orderTitle, path: listPath(orderNo) }]),
          { label: t.settleByHand },
        ]}
      />
      <OfficeTitle title={t.settleByHand} below={orderTitle} />
      <TermList
        rows={[
          [t.amount, amount],
          [t.intent, refund.intentId],
          [t.failed, <Moment key="failed" at={refund.failedAt} />],
          [t.failure, refund.failure],
        ]}
      />
      {isOpen ? (
        <>
          <h2>{t.consequences}</h2>
          <ul className="office-list">
            <li>{t.settleEffects({ amount })}</li>
            <li>{t.settleMoney}</li>
            <li>{t.cannotBeUndone}</li>
          </ul>
          <SettleForm />
        </>
      ) : (
        <p>{problems.refundNotOpen}</p>
      )}
      <p>
        <a href={listPath(orderNo)}>{orderNo === null ? t.backToOrders : t.back}</a>
      </p>
    </>
  );
}

/** The page that shows the refund. */
function listPath(orderNo: string | null): string {
  return orderNo === null ? '/office/orders?state=refund-failed' : `/office/orders/${orderNo}`;
}
