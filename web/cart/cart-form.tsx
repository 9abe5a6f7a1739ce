import type { MouseEvent } from 'react';
import { cartTexts } from '#messages/cart.ts';
import { useTexts, useLanguage, LocalLink } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { FormToken } from '../forms/form.tsx';
import { SlowNote } from '../ui/spinner.tsx';
import { OrderSummary } from './order-summary.tsx';
import { CART_FORM, type CartDraft } from './use-cart-draft.ts';
import { formatDayAndTime, formatMoney } from '#contract/format.ts';
import { QuantityStepper } from '../ui/quantity-stepper.tsx';
import { GroupNote } from '../concerts/group-note.tsx';
import { entryCents, quantityOf, type CartEntry, type CartLine } from './cart-draft.ts';
import { changeLine, limitOf, type CartLimits } from './line-limit.ts';
import type { Cart } from '../platform/visit.ts';

interface CartFormProps {
  entries: CartEntry[];
  draft: CartDraft;
  limits: CartLimits;
}

/** The form of the local cart; its buttons are in the summary. */
export function CartForm({ entries, draft, limits }: CartFormProps) {
  const texts = useTexts(cartTexts);
  const { Form, isBusy, props } = draft.form;
  return (
    <Form
      {...props}
      noValidate={false}
      id={CART_FORM}
      className="cart-form"
      method="post"
      action="/ticketshop"
      preventScrollReset
      tabIndex={-1}
      aria-label={texts.entries}
      onSubmit={(event) => {
        draft.onSubmit(event);
        if (!event.defaultPrevented) props.onSubmit(event);
      }}
    >
      <input type="hidden" name="form" value={draft.form.name} />
      <FormToken />
      {/* Enter in a field presses the first button of a form: it must not be one that removes */}
      <button type="submit" hidden aria-label={texts.update} />
      <ul>
        {entries.map((entry) => (
          <CartEntryBlock key={entry.productId} entry={entry} draft={draft} limits={limits} />
        ))}
      </ul>
      {draft.failure && (
        <AlertBox kind="danger" title={texts.failed}>
          {draft.failure}
        </AlertBox>
      )}
      <SlowNote busy={isBusy} />
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
      <Button type="submit" form={CART_FORM} kind="line" wide aria-disabled={draft.form.isBusy}>
        {draft.form.isBusy ? texts.updating : texts.update}
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
    draft.proceed(next);
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

interface EntryProps {
  entry: CartEntry;
  draft: CartDraft;
  limits: CartLimits;
}

/** One concert in the cart: plate, name, a stepper per ticket type, line prices, remove. */
function CartEntryBlock({ entry, draft, limits }: EntryProps) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const name = entry.title[language];
  const count = entry.items.reduce((sum, line) => sum + quantityOf(line, draft.quantities), 0);
  const most = limits[entry.productId]?.maxPerOrder;
  return (
    <li className="cart-entry">
      {entry.thumbnail && (
        <img className="cart-entry__plate" src={entry.thumbnail} alt="" width="240" height="180" />
      )}
      <div className="cart-entry__head">
        <h2 className="cart-entry__name">
          <LocalLink to={`/concerts/${entry.concertId}`}>{name}</LocalLink>
        </h2>
        <p className="small">{formatDayAndTime(entry.startsAt, language)}</p>
      </div>
      <div className="cart-entry__lines">
        <ul>
          {entry.items.map((line) => (
            <Line key={line.id} entry={entry} line={line} draft={draft} limits={limits} />
          ))}
        </ul>
        {most !== undefined && count >= most && <GroupNote />}
      </div>
      <p className="cart-entry__foot figures">
        <button
          type="submit"
          name="remove"
          value={entry.productId}
          className="text-link text-link--quiet"
          aria-label={texts.removeEntry({ name })}
          aria-disabled={draft.form.isBusy || undefined}
        >
          {texts.remove}
        </button>
        <strong>{formatMoney(entryCents(entry, draft.quantities), language)}</strong>
      </p>
    </li>
  );
}

function Line({ entry, line, draft, limits }: EntryProps & { line: CartLine }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const isHydrated = useHydrated();
  const { id, priceCents } = line;
  const name = line.name[language];
  const quantity = quantityOf(line, draft.quantities);
  const limit = limitOf(entry, line, draft.quantities, { limits, language });
  const field = `quantity-${id}`;
  const set = (value: number) =>
    draft.set(changeLine(entry, line, draft.quantities, { quantity: value, limits, language }));
  const error = draft.errors[field];
  const possible = draft.possible[id];
  const [firstError] = Object.keys(draft.errors);
  return (
    <li className="cart-line">
      <div className="cart-line__name">
        <p>{name}</p>
        <p className="small figures">{texts.each({ price: formatMoney(priceCents, language) })}</p>
      </div>
      <QuantityStepper
        name={field}
        label={name}
        value={quantity}
        max={limit.max}
        fieldMax={limit.fieldMax}
        limit={limit.sentence}
        onChange={set}
        errorId={error && `${field}-error`}
        takesFocus={field === firstError}
      />
      <p className="cart-line__price figures">{formatMoney(priceCents * quantity, language)}</p>
      {error && (
        <div className="cart-line__refused">
          <p role="alert" id={`${field}-error`}>
            {error}
          </p>
          {/* without scripts this button sets its field and updates the cart */}
          {possible !== undefined && (
            <Button
              type={isHydrated ? 'button' : 'submit'}
              name={field}
              value={possible}
              kind="line"
              small
              onClick={() => set(possible)}
            >
              {texts.setTo({ count: possible })}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
