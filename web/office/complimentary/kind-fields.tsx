import { complimentaryReasons } from '#contract/office/complimentary-queries.ts';
import { complimentaryTexts, reasonTexts } from '#messages/office/complimentary.ts';
import { useTexts } from '../platform/use-frame.ts';
import type { FormState } from '../ui/office-form.tsx';
import { SelectField } from '../ui/select-field.tsx';

/** The kind of the order, and why it costs nothing. */
export function KindFields({ state }: { state: FormState }) {
  const texts = useTexts(complimentaryTexts);
  const reasons = useTexts(reasonTexts);
  return (
    <fieldset>
      <legend>{texts.kind}</legend>
      <label className="new-order__kind">
        <input type="radio" name="kind" value="complimentary" defaultChecked />
        {texts.complimentary}
      </label>
      <SelectField
        name="reason"
        label={texts.reason}
        defaultValue={state.value('reason')}
        error={state.error('reason')}
        options={[
          ['', texts.choose],
          ...complimentaryReasons.map((value) => [value, reasons[value]] as const),
        ]}
      />
    </fieldset>
  );
}
