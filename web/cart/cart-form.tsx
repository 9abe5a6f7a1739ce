import type { MouseEvent } from 'react';
import type { Cart } from '#contract/visit.ts';
import { cartTexts } from '#messages/cart.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { FormHiddenFields } from '../ui/form-hidden-fields.tsx';
import { SlowNote } from '../ui/spinner.tsx';
import type { CartEntry } from './cart-draft.ts';
import type { CartLimits } from './line-limit.ts';
import { CartEntryBlock } from './cart-entry.tsx';
import { OrderSummary } from './order-summary.tsx';
import { CART_FORM, type CartDraft } from './use-cart-draft.ts';

interface CartFormProps {
  entries: CartEntry[];
  draft: CartDraft;
  limits: CartLimits;
}

/** The form of the local cart; its buttons are in the summary. */
export function CartForm({ entries, draft, limits }: CartFormProps) {
  const texts = useTexts(cartTexts);
  const { Form } = draft;
  return (
    <Form
      {...draft.props}
      id={CART_FORM}
      className="cart-form"
      method="post"
      action="/ticketshop"
      tabIndex={-1}
      aria-label={texts.entries}
    >
      <FormHiddenFields formKey={draft.formKey} />
      {/* Enter in a field presses the first button of a form: it must not be one that removes */}
      <button type="submit" hidden aria-label={texts.update} />
      <ul>
        {entries.map((entry) => (
          <CartEntryBlock key={entry.product_id} entry={entry} draft={draft} limits={limits} />
        ))}
      </ul>
      {draft.failure && (
        <AlertBox kind="danger" title={texts.failed}>
          {draft.failure}
        </AlertBox>
      )}
      <SlowNote busy={draft.busy} />
    </Form>
  );
}

/** The total of the local cart, and the button to the next step. */
export function CartSummary({ cart, draft }: { cart: Cart; draft: CartDraft }) {
  const texts = useTexts(cartTexts);
  return (
    <OrderSummary
      cart={cart}
      quantities={draft.quantities}
      deliveryOpen={texts.deliveryNext}
      entries={false}
    >
      <div className="summary__actions">
        <UpdateButton draft={draft} />
        <CheckoutButton draft={draft} />
        <LocalLink to="/concerts/all" className="text-link text-link--quiet">
          {texts.continueShopping}
        </LocalLink>
      </div>
    </OrderSummary>
  );
}

/** Hydrated, it shows only when the local cart differs from the server's copy; on phones at the lower edge. */
function UpdateButton({ draft }: { draft: CartDraft }) {
  const texts = useTexts(cartTexts);
  const isHydrated = useHydrated();
  if (!draft.differs && isHydrated) return null;
  return (
    <div className={isHydrated ? 'cart-update' : 'cart-update without-scripts'}>
      {draft.differs && <p className="ui">{texts.changed}</p>}
      <Button type="submit" form={CART_FORM} kind="line" wide aria-disabled={draft.busy}>
        {draft.busy ? texts.updating : texts.update}
      </Button>
    </div>
  );
}

/** Saves changed quantities first: the next step works with the server's copy. */
function CheckoutButton({ draft }: { draft: CartDraft }) {
  const { checkout } = useTexts(cartTexts);
  const next = '/ticketshop/checkout';
  const proceed = (event: MouseEvent) => {
    if (!draft.differs) return;
    event.preventDefault();
    draft.submit('go', next);
  };
  if (useHydrated()) {
    return (
      <ButtonLink to={next} wide onClick={proceed}>
        {checkout}
      </ButtonLink>
    );
  }
  return (
    <Button type="submit" form={CART_FORM} name="go" value={next} wide>
      {checkout}
    </Button>
  );
}
