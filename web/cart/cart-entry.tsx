import { formatDayAndTime, formatMoney } from '#contract/format.ts';
import { cartTexts } from '#messages/cart.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { Button } from '../ui/button.tsx';
import { QuantityStepper } from '../ui/quantity-stepper.tsx';
import { GroupNote } from '../tickets/group-note.tsx';
import { type CartEntry, type CartLine, entryTotal, quantityOf } from './cart-draft.ts';
import { type CartLimits, changeLine, limitOf } from './line-limit.ts';
import type { CartDraft } from './use-cart-draft.ts';

interface EntryProps {
  entry: CartEntry;
  draft: CartDraft;
  limits: CartLimits;
}

/** One concert in the cart: plate, name, a stepper per ticket type, line prices, remove. */
export function CartEntryBlock({ entry, draft, limits }: EntryProps) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const name = entry.product_name[language === 'de' ? 'german' : 'english'];
  const count = entry.items.reduce((sum, line) => sum + quantityOf(line, draft.quantities), 0);
  const most = limits[entry.product_id]?.max_per_order;
  return (
    <li className="cart-entry">
      <img
        className="cart-entry__plate"
        src={entry.concert_photo_urls.thumbnail}
        alt=""
        width="240"
        height="180"
      />
      <div className="cart-entry__head">
        <h2 className="cart-entry__name">
          <LocalLink to={`/concerts/${entry.concert_id}`}>{name}</LocalLink>
        </h2>
        <p className="small">{formatDayAndTime(entry.concert_date, language)}</p>
      </div>
      <div className="cart-entry__lines">
        <ul>
          {entry.items.map((line) => (
            <Line
              key={line.product_variation_id}
              entry={entry}
              line={line}
              draft={draft}
              limits={limits}
            />
          ))}
        </ul>
        {most !== undefined && count >= most && <GroupNote />}
      </div>
      <p className="cart-entry__foot figures">
        <button
          type="submit"
          name="remove"
          value={entry.product_id}
          className="text-link text-link--quiet"
          aria-label={texts.removeEntry({ name })}
          aria-disabled={draft.busy || undefined}
        >
          {texts.remove}
        </button>
        <strong>{formatMoney(entryTotal(entry, draft.quantities), language)}</strong>
      </p>
    </li>
  );
}

function Line({ entry, line, draft, limits }: EntryProps & { line: CartLine }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const isHydrated = useHydrated();
  const id = line.product_variation_id;
  const name = line.product_variation_name[language === 'de' ? 'german' : 'english'];
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
        <p className="small figures">{texts.each({ price: formatMoney(line.price, language) })}</p>
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
      <p className="cart-line__price figures">{formatMoney(line.price * quantity, language)}</p>
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
