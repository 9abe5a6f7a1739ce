import { formatDayAndTime, formatPrice } from '#contract/format.ts';
import type { Cart } from '#contract/visit.ts';
import { cartTexts } from '#messages/cart.ts';
import type { ConcertSummary } from '../concerts/concert-summary.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import './further-concerts.css';

/** The fields of a concert that its plate shows. */
export type FurtherConcert = Pick<
  ConcertSummary,
  'id' | 'title' | 'date' | 'cover' | 'sale' | 'fromPrice'
>;

interface FurtherConcertsProps {
  concerts: FurtherConcert[];
  cart: Cart;
}

/** The concerts that are not in the cart, five plates in a row (product.md 9). */
export function FurtherConcerts({ concerts, cart }: FurtherConcertsProps) {
  const texts = useTexts(cartTexts);
  const inCart = new Set(cart.items.map((entry) => entry.concert_id));
  const further = concerts.filter((concert) => !inCart.has(concert.id));
  if (further.length === 0) return null;
  return (
    <section className="wrap further" aria-labelledby="further-concerts">
      <h2 className="further__title" id="further-concerts">
        {texts.further}
      </h2>
      {/* On phones the row scrolls sideways, so the keyboard must reach it. */}
      <ul className="further__list" tabIndex={-1}>
        {further.map((concert) => (
          <Plate key={concert.id} concert={concert} />
        ))}
      </ul>
    </section>
  );
}

function Plate({ concert }: { concert: FurtherConcert }) {
  const language = useLanguage();
  return (
    <li className="further__concert">
      <LocalLink to={`/concerts/${concert.id}`} className="further__link">
        <img src={concert.cover} alt="" width="480" height="360" loading="lazy" decoding="async" />
        <span className="further__name">{concert.title}</span>
      </LocalLink>
      <p className="small">{formatDayAndTime(concert.date, language, false)}</p>
      <p className="small figures">
        <Availability concert={concert} />
      </p>
    </li>
  );
}

function Availability({ concert: { sale, fromPrice } }: { concert: FurtherConcert }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  if (sale === 'soldout') return <strong>{texts.soldOut}</strong>;
  if (sale === 'free') return <strong>{texts.freeEntry}</strong>;
  if (sale === null || fromPrice === null) return null;
  return texts.from({ price: formatPrice(fromPrice, language) });
}
