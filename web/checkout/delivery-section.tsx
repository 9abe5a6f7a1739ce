import { useEffect, useRef } from 'react';
import { checkoutTexts } from '#messages/checkout.ts';
import { uiTexts } from '#messages/ui.ts';
import { useTexts } from '../platform/language.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import type { Countries } from './country-field.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import type { DeliveryDetails } from './delivery-values.ts';
import { DetailsView } from './details-view.tsx';
import type { DeliveryForm } from './use-delivery-form.ts';

interface SectionProps {
  form: DeliveryForm;
  saved: DeliveryDetails | null;
  countries: Countries;
  onLogin: () => void;
}

/** The buyer's details: a form, or what is saved with a button to change it. */
export function DeliverySection({ form, saved, countries, onLogin }: SectionProps) {
  const texts = useTexts(checkoutTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnSwitch(form.editing, heading);
  return (
    <section className="shop__section" aria-labelledby="details-heading">
      <h2 id="details-heading" ref={heading} tabIndex={-1}>
        {texts.addressTitle}
      </h2>
      {saved !== null && !form.editing ? (
        <>
          <DetailsView details={saved} />
          <Button kind="line" small onClick={form.edit}>
            {texts.edit}
          </Button>
        </>
      ) : (
        <EditForm
          form={form}
          countries={countries}
          onLogin={onLogin}
          cancellable={saved !== null && !form.rules.registers}
        />
      )}
    </section>
  );
}

/** The pressed button goes away with its view: focus goes to the heading of both. */
function useFocusOnSwitch(editing: boolean, heading: React.RefObject<HTMLElement | null>): void {
  const before = useRef(editing);
  useEffect(() => {
    const switched = before.current !== editing;
    before.current = editing;
    const active = document.activeElement;
    if (switched && (active === null || active === document.body)) heading.current?.focus();
  }, [editing, heading]);
}

interface EditFormProps {
  form: DeliveryForm;
  countries: Countries;
  onLogin: () => void;
  cancellable: boolean;
}

function EditForm({ form, countries, onLogin, cancellable }: EditFormProps) {
  const texts = useTexts(checkoutTexts);
  const ui = useTexts(uiTexts);
  return (
    <form className="details-form" {...form.props}>
      <ErrorSummary title={ui.errorSummary} errors={form.errors} />
      <DeliveryFields form={form} countries={countries} />
      <SubmitRow
        state={form.state}
        label={texts.save}
        busyLabel={texts.saving}
        failureTitle={texts.saveFailed}
        disabled={!form.changed}
      >
        {cancellable && (
          <Button kind="line" onClick={form.cancel}>
            {texts.cancel}
          </Button>
        )}
        {form.emailTaken && (
          <Button kind="line" onClick={onLogin}>
            {texts.loginInstead}
          </Button>
        )}
      </SubmitRow>
    </form>
  );
}
