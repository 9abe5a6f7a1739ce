import { formatDate, formatNumber, formatTime } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import type { HealthItem } from '#contract/office/today-queries.ts';
import { healthHints, healthNames, healthSentences, healthTexts } from '#messages/office/health.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';

/** Every part with its state, a sentence, and what to do when it is not well. */
export function HealthList({ items }: { items: HealthItem[] }) {
  const names = useTexts(healthNames);
  const sentences = useTexts(healthSentences);
  const hints = useTexts(healthHints);
  const texts = useTexts(healthTexts);
  const language = useLanguage();
  return (
    <dl className="health-list">
      {items.map(({ key, isHealthy, values }) => (
        <div key={key} className={isHealthy ? 'health-item' : 'health-item health-item--bad'}>
          <dt>
            {names[key]}
            <span className="health-item__state">{isHealthy ? texts.well : texts.notWell}</span>
          </dt>
          <dd>{sentences[key](formatValues(values, language, texts.never))}</dd>
          {!isHealthy && (
            <dd className="health-item__hint">
              <strong>{texts.whatToDo}</strong> {hints[key]}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Formats the values for reading. The end of a name tells its kind: `…At` is a moment, `…Bytes` a size. */
function formatValues(
  values: HealthItem['values'],
  language: Language,
  never: string,
): Record<string, string> {
  const words = Object.entries(values).map(([name, value]) => {
    if (name.endsWith('At')) {
      const when = String(value);
      const isKnown = when !== '';
      return [
        name,
        isKnown ? `${formatDate(when, language)}, ${formatTime(when, language)}` : never,
      ];
    }
    if (typeof value === 'string') return [name, value];
    return [name, name.endsWith('Bytes') ? toSize(value, language) : formatNumber(value, language)];
  });
  return Object.fromEntries(words) as Record<string, string>;
}

function toSize(bytes: number, language: Language): string {
  const megabytes = Math.round(bytes / 1024 ** 2);
  if (megabytes < 10_000) return `${formatNumber(megabytes, language)}\u00a0MB`;
  return `${formatNumber(Math.round(megabytes / 1024), language)}\u00a0GB`;
}
