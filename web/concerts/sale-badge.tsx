import { formatPrice } from '#contract/format.ts';
import { concertTexts } from '#messages/concerts.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { Badge } from '../ui/badge.tsx';
import type { ConcertSummary } from './concert-summary.ts';

/** The one badge of a concert: buy tickets, sold out or free entry; or none (product.md 4). */
export function SaleBadge({ concert }: { concert: ConcertSummary }) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  if (concert.sale === null) return null;
  if (concert.sale === 'soldout') return <Badge kind="soldout">{texts.soldOut}</Badge>;
  if (concert.sale === 'free') return <Badge kind="free">{texts.freeEntry}</Badge>;
  return (
    <Badge kind="buy">
      {concert.fromPrice === null
        ? texts.buyTickets
        : texts.buyTicketsFrom({ price: formatPrice(concert.fromPrice, language) })}
    </Badge>
  );
}
