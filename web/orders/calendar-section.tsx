import { orderTexts } from '#messages/orders.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { Icon } from '../ui/icon.tsx';
import type { Order } from './document-list.tsx';

/** One calendar entry per concert, doors in its description (api.md, Festival, concerts, countries). */
export function CalendarSection({ order }: { order: Order }) {
  const texts = useTexts(orderTexts);
  const language = useLanguage();
  return (
    <section className="shop__section" aria-labelledby="calendar-heading">
      <h2 id="calendar-heading">{texts.concertsTitle}</h2>
      <ul className="calendar-links">
        {order.items.map((entry) => (
          <li key={entry.concert_id}>
            <a
              className="text-link text-link--quiet"
              href={`/concert/${entry.concert_id}/calendar.ics?lang=${language}`}
            >
              <Icon name="calendar" />{' '}
              {texts.calendar({
                name: entry.product_name[language === 'de' ? 'german' : 'english'],
              })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
