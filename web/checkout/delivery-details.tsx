import { useRef, type FormEvent } from 'react';
import { cartTexts } from '#messages/cart.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { uiTexts } from '#messages/ui.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import type { Countries } from './country-field.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import type { DeliveryDetails } from './delivery-values.ts';
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
  // the pressed button goes away with its view: focus goes to the heading of both
  const thenHeading = (change: () => void) => () => {
    change();
    heading.current?.focus();
  };
  return (
    <section className="shop__section" aria-labelledby="details-heading">
      <h2 id="details-heading" ref={heading} tabIndex={-1}>
        {texts.addressTitle}
      </h2>
      {saved !== null && !form.editing ? (
        <>
          <DetailsView details={saved} />
          <Button kind="line" small onClick={thenHeading(form.edit)}>
            {texts.edit}
          </Button>
        </>
      ) : (
        <EditForm
          form={form}
          countries={countries}
          onLogin={onLogin}
          onSubmitted={() => heading.current}
          {...(saved === null ? {} : { onCancel: thenHeading(form.cancel) })}
        />
      )}
    </section>
  );
}

interface EditFormProps {
  form: DeliveryForm;
  countries: Countries;
  onLogin: () => void;
  onSubmitted: () => HTMLElement | null;
  onCancel?: () => void;
}

function EditForm({ form, countries, onLogin, onSubmitted, onCancel }: EditFormProps) {
  const texts = useTexts(checkoutTexts);
  const ui = useTexts(uiTexts);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await form.save();
    if (document.activeElement === document.body) onSubmitted()?.focus();
  };
  return (
    <form
      className="details-form"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <ErrorSummary title={ui.errorSummary} errors={form.errors} />
      <DeliveryFields {...form} countries={countries} onChange={form.set} />
      {form.failure && <SaveFailure failure={form.failure} onLogin={onLogin} />}
      <div className="button-row">
        <Button type="submit" disabled={!form.changed} aria-disabled={form.busy}>
          {form.busy ? texts.saving : texts.save}
        </Button>
        {onCancel && (
          <Button kind="line" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

function SaveFailure(props: {
  failure: NonNullable<DeliveryForm['failure']>;
  onLogin: () => void;
}) {
  const texts = useTexts(checkoutTexts);
  const shop = useTexts(cartTexts);
  const { message, emailTaken } = props.failure;
  return (
    <AlertBox kind="danger" title={texts.saveFailed}>
      <p>{message}</p>
      {emailTaken ? (
        <Button kind="line" small onClick={props.onLogin}>
          {texts.loginInstead}
        </Button>
      ) : (
        <Button kind="line" small type="submit">
          {shop.tryAgain}
        </Button>
      )}
    </AlertBox>
  );
}

/** The details to read; also on the payment step. */
export function DetailsView({ details }: { details: DeliveryDetails }) {
  const language = useLanguage();
  const { street, zip, city, country } = details.address;
  return (
    <address className="details-view">
      {details.first_name} {details.last_name}
      <br />
      {street}
      <br />
      {zip} {city}
      <br />
      {language === 'de' ? country.name_de : country.name_en}
      {details.email && (
        <>
          <br />
          {details.email}
        </>
      )}
    </address>
  );
}
