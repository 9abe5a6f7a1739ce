import { formatDay, formatMoney, formatTime } from '#contract/format.ts';
import { cartTexts } from '#messages/cart.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { Button } from '../ui/button.tsx';
import { QuantityStepper } from '../ui/quantity-stepper.tsx';
import { maximumOf, quantityOf, entryTotal, type CartEntry, type CartLine } from './cart-copy.ts';
import type { CartCopy } from './use-cart-copy.ts';

interface EntryProps {
  entry: CartEntry;
  copy: CartCopy;
  onRemove: (entry: CartEntry) => void;
}

/** One concert in the cart: plate, name, a stepper per ticket type, line prices, remove. */
export function CartEntryBlock({ entry, copy, onRemove }: EntryProps) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const name = entry.product_name[language === 'de' ? 'german' : 'english'];
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
        <p className="small">
          {formatDay(entry.concert_date, language)}, {formatTime(entry.concert_date, language)}
        </p>
      </div>
      <ul className="cart-entry__lines">
        {entry.items.map((line) => (
          <Line key={line.product_variation_id} entry={entry} line={line} copy={copy} />
        ))}
      </ul>
      <p className="cart-entry__foot figures">
        <button
          type="button"
          className="text-link text-link--quiet"
          aria-label={texts.removeEntry({ name })}
          onClick={() => onRemove(entry)}
        >
          {texts.remove}
        </button>
        <strong>{formatMoney(entryTotal(entry, copy.wanted), language)}</strong>
      </p>
    </li>
  );
}

function Line({ entry, line, copy }: { entry: CartEntry; line: CartLine; copy: CartCopy }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const id = line.product_variation_id;
  const name = line.product_variation_name[language === 'de' ? 'german' : 'english'];
  const quantity = quantityOf(line, copy.wanted);
  const possible = copy.rejection?.possible[id];
  return (
    <li className="cart-line">
      <div className="cart-line__name">
        <p>{name}</p>
        <p className="small figures">{texts.each({ price: formatMoney(line.price, language) })}</p>
      </div>
      <QuantityStepper
        name={`quantity-${id}`}
        label={name}
        value={quantity}
        max={maximumOf(entry, line, copy.wanted)}
        onChange={(value) => copy.set(id, value)}
      />
      <p className="cart-line__price figures">{formatMoney(line.price * quantity, language)}</p>
      {possible !== undefined && (
        <div className="cart-line__refused">
          <p role="alert">{copy.rejection?.message}</p>
          <Button kind="line" small onClick={() => copy.set(id, possible)}>
            {texts.setTo({ count: possible })}
          </Button>
        </div>
      )}
    </li>
  );
}
