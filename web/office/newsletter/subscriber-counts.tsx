import { formatNumber } from '#contract/format.ts';
import type { SubscriberCounts as Counts } from '#contract/office/newsletter-queries.ts';
import { newsletterOfficeTexts } from '#messages/office/newsletter.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';

const names = ['confirmed', 'waiting', 'off', 'general', 'daily', 'postal'] as const;

/** How many subscribers there are, by state and, of the confirmed ones, by preference. */
export function SubscriberCounts({ counts }: { counts: Counts }) {
  const texts = useTexts(newsletterOfficeTexts);
  const language = useLanguage();
  return (
    <section className="office-section" aria-labelledby="numbers">
      <h2 id="numbers">{texts.numbers}</h2>
      <dl className="office-figures">
        {names.map((name) => (
          <div key={name}>
            <dt>{texts[name]}</dt>
            <dd>{formatNumber(counts[name], language)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
