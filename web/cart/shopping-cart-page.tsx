import './cart.css';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { cartTexts } from '#messages/cart.ts';
import { summaryOf, type Concert, type ConcertSummary } from '../concerts/concert-summary.ts';
import { useTexts, useLanguage, LocalLink } from '../platform/language.tsx';
import { shopContext, type Cart } from '../platform/visit.ts';
import type { Route } from './+types/shopping-cart-page';
import type { CartLimits } from './line-limit.ts';
import { CartForm, CartSummary } from './cart-form.tsx';
import { EmptyCart, ShopFrame } from './shop-frame.tsx';
import { HoldNote, useHeldCart } from './hold-note.tsx';
import { requireFilledCart, updateCart } from './cart.server.ts';
import { useCartDraft } from './use-cart-draft.ts';
import { formatDayAndTime, formatPrice } from '#contract/format.ts';

/** The visitor's cart, and the programme for "further concerts", which may be missing. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(shopContext);
  const [cart, { output }] = await Promise.all([
    requireFilledCart(visit),
    visit.tryRead('concert:list', undefined),
  ]);
  const all = output ?? [];
  const summaries = all.map((concert) => summaryOf(concert, visit.language));
  const concerts = summaries
    .map(({ id, title, date, cover, sale, fromCents }): FurtherConcert => ({
      id,
      title,
      date,
      cover,
      sale,
      fromCents,
    }))
    // sold-out ones last
    .toSorted((a, b) => Number(a.sale === 'soldout') - Number(b.sale === 'soldout'));
  return { cart, concerts, limits: limitsIn(cart, all), loadedAt: Date.now() };
}

function limitsIn(cart: Cart, concerts: Concert[]): CartLimits {
  const products = concerts.flatMap(({ product }) => product ?? []);
  const inCart = new Set(cart.items.map((entry) => entry.productId));
  return Object.fromEntries(
    products.filter(({ id }) => inCart.has(id)).map((product) => [product.id, product]),
  );
}

export const action = ({ request, context }: Route.ActionArgs) =>
  updateCart(context.get(shopContext), request);

export { clientAction } from '../forms/client-action.ts';

/** The header loads the cart after a change: this page shows that one, and stays open when it is empty. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => formMethod === undefined && defaultShouldRevalidate;

/** ShoppingCart, step 1 of 4 (product.md 2). */
export default function ShoppingCartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { concerts, limits, loadedAt } = loaderData;
  const { cart, hold } = useHeldCart(loaderData.cart, loadedAt);
  const texts = useTexts(cartTexts);
  const draft = useCartDraft(cart);
  const full = cart.items.length > 0;
  return (
    <>
      <ShopFrame
        step={1}
        title={texts.title}
        failed={draft.hasFailed || Boolean(actionData?.problem)}
        aside={full && <CartSummary cart={cart} draft={draft} />}
      >
        {full ? (
          <>
            <HoldNote hold={hold} />
            <CartForm entries={cart.items} draft={draft} limits={limits} />
          </>
        ) : (
          <EmptyCart ended={hold.phase === 'ended'} />
        )}
      </ShopFrame>
      <FurtherConcerts concerts={concerts} cart={cart} />
    </>
  );
}

/** The fields of a concert that its plate shows. */
type FurtherConcert = Pick<
  ConcertSummary,
  'id' | 'title' | 'date' | 'cover' | 'sale' | 'fromCents'
>;

interface FurtherConcertsProps {
  concerts: FurtherConcert[];
  cart: Cart;
}

/** The concerts that are not in the cart, five plates in a row (product.md 9). */
function FurtherConcerts({ concerts, cart }: FurtherConcertsProps) {
  const texts = useTexts(cartTexts);
  const inCart = new Set(cart.items.map((entry) => entry.concertId));
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
        {concert.cover && (
          <img
            src={concert.cover}
            alt=""
            width="480"
            height="360"
            loading="lazy"
            decoding="async"
          />
        )}
        <span className="further__name">{concert.title}</span>
      </LocalLink>
      <p className="small">{formatDayAndTime(concert.date, language, false)}</p>
      <p className="small figures">
        <Availability concert={concert} />
      </p>
    </li>
  );
}

function Availability({ concert: { sale, fromCents } }: { concert: FurtherConcert }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  if (sale === 'soldout') return <strong>{texts.soldOut}</strong>;
  if (sale === 'free') return <strong>{texts.freeEntry}</strong>;
  if (sale === null || fromCents === null) return null;
  return texts.from({ price: formatPrice(fromCents, language) });
}
