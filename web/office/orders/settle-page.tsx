import { formatMoney } from '#contract/format.ts';
import { readRowId } from '#contract/office/forms.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { officeContext } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { FailedRefundPage, refundListPath } from './failed-refund.tsx';
import type { Route } from './+types/settle-page';
import { Field } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useOptional } from '../ui/use-optional.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  return await context.get(officeContext).read('order:failed-refund', { id: readRowId(params.id) });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const id = readRowId(params.id);
  const { orderNo } = await office.read('order:failed-refund', { id });
  return await submitForm(office, form, {
    command: 'order:settle-by-hand',
    input: { ...flatten(form), orderNo: orderNo ?? undefined, refund: id },
    to: refundListPath(orderNo),
    say: ({ cents }) => `${formatMoney(Number(cents), office.language)}.`,
  });
}

/** Explains what recording a refund as paid by hand does, and records it (office.md 7.3). */
export default function SettlePage({ loaderData: refund }: Route.ComponentProps) {
  const t = useTexts(orderPageTexts);
  const amount = formatMoney(refund.owedCents, useLanguage());
  return (
    <FailedRefundPage
      refund={refund}
      title={t.settleByHand}
      effects={[t.settleEffects({ amount }), t.settleMoney]}
    >
      <SettleForm />
    </FailedRefundPage>
  );
}

/** When and how a refund was paid by hand. */
function SettleForm() {
  const t = useTexts(orderPageTexts);
  const optional = useOptional();
  const state = useForm('settle');
  return (
    <FormShell form={state} labels={{ day: t.day, way: t.way, remark: t.note }}>
      <Field {...state.field('day')} label={t.day} type="date" />
      <Field {...state.field('way')} label={t.way} hint={t.wayHint} />
      <Field {...state.field('remark')} label={optional(t.note)} />
      <button className="button button--danger">{t.settleByHand}</button>
    </FormShell>
  );
}
