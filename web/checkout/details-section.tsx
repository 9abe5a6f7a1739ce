import { Form } from 'react-router';
import { checkoutTexts } from '#messages/checkout.ts';
import { useTexts } from '../platform/language.tsx';
import { Button } from '../ui/button.tsx';
import type { Countries } from './country-field.tsx';
import { DetailsForm } from './details-form.tsx';
import { CHECKOUT_PATH, type CheckoutUser, type DeliveryDetails } from './details-values.ts';
import { DetailsView } from './details-view.tsx';
import type { Checkout } from './use-checkout.ts';

interface SectionProps {
  user: CheckoutUser | null;
  details: DeliveryDetails | null;
  countries: Countries;
  checkout: Checkout;
}

/** The buyer's details: a form, or the saved ones with a button to change them. */
export function DetailsSection(props: SectionProps) {
  const { details, checkout } = props;
  const texts = useTexts(checkoutTexts);
  return (
    <section className="shop__section" aria-labelledby="details-heading">
      <h2 id="details-heading" tabIndex={-1}>
        {texts.addressTitle}
      </h2>
      {details !== null && !checkout.isEditing ? (
        <>
          <DetailsView details={details} />
          <Form action={CHECKOUT_PATH} preventScrollReset>
            <Button type="submit" name="edit" kind="line" small>
              {texts.edit}
            </Button>
          </Form>
        </>
      ) : (
        <DetailsForm {...props} key={checkout.customer}>
          {details !== null && !checkout.registers && (
            <Button type="submit" kind="line" form="leave-edit">
              {texts.cancel}
            </Button>
          )}
        </DetailsForm>
      )}
      <Form
        id="leave-edit"
        action={CHECKOUT_PATH}
        replace
        preventScrollReset
        onSubmit={checkout.cancel}
      />
    </section>
  );
}
