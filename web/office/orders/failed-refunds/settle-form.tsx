import { orderPageTexts } from '#messages/office/order-page.ts';
import { Field } from '../../../ui/field.tsx';
import { useTexts } from '../../platform/use-frame.ts';
import { OfficeForm, useFormState } from '../../ui/office-form.tsx';
import { useOptional } from '../../ui/use-optional.ts';

/** When and how a refund was paid by hand. */
export function SettleForm() {
  const t = useTexts(orderPageTexts);
  const optional = useOptional();
  const state = useFormState('settle');
  return (
    <OfficeForm name="settle" state={state} labels={{ day: t.day, way: t.way, remark: t.note }}>
      <Field
        name="day"
        label={t.day}
        type="date"
        defaultValue={state.value('day')}
        error={state.error('day')}
      />
      <Field
        name="way"
        label={t.way}
        hint={t.wayHint}
        defaultValue={state.value('way')}
        error={state.error('way')}
      />
      <Field
        name="remark"
        label={optional(t.note)}
        defaultValue={state.value('remark')}
        error={state.error('remark')}
      />
      <button className="button button--danger">{t.settleByHand}</button>
    </OfficeForm>
  );
}
