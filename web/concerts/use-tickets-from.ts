import { formatPrice } from '#contract/format.ts';
import { concertTexts } from '#messages/concerts.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { lowestPrice, type Concert } from './concert-summary.ts';

/** The words of a link to a concert's tickets, with the lowest price. */
export function useTicketsFrom({ product }: Pick<Concert, 'product'>): string {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  const price = lowestPrice(product);
  return price === null
    ? texts.tickets
    : texts.ticketsFrom({ price: formatPrice(price, language) });
}
