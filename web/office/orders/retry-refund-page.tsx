import { formatMoney } from '#contract/format.ts';
import { readRowId } from '#contract/office/forms.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { FailedRefundPage, refundListPath } from './failed-refund.tsx';
import type { Route } from './+types/retry-refund-page';

export async function loader({ context, params }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const refund = await office.read('order:failed-refund', { id: readRowId(params.id) });
  // an order's own page refunds again what it owes
  if (refund.orderNo !== null) throw new Response(null, { status: 404 });
  return refund;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const office = context.get(officeContext);
  return await submitForm(office, await request.formData(), {
    command: 'order:retry-refund',
    input: { refund: readRowId(params.id) },
    to: refundListPath(null),
    say: ({ cents }) => `${formatMoney(Number(cents), office.language)}.`,
  });
}

/** Asks before the failed refund of a payment without an order is requested again. */
export default function RetryRefundPage({ loaderData: refund }: Route.ComponentProps) {
  const t = useTexts(orderPageTexts);
  const state = useForm('retry');
  const amount = formatMoney(refund.owedCents, useLanguage());
  return (
    <FailedRefundPage
      refund={refund}
      title={t.refundAgain}
      effects={[t.goesBack({ amount }), t.retryEffects]}
    >
      <FormShell form={state} labels={{}}>
        <button className="button button--danger">{t.refundButton({ amount })}</button>
      </FormShell>
    </FailedRefundPage>
  );
}
