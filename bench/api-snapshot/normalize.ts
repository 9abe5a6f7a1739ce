/** Replaces values that differ between runs by placeholders; the same value always gets the same one. */
export type Normalizer = (text: string) => string;

const patterns: [name: string, pattern: RegExp][] = [
  ['uuid', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  [
    'provider-id',
    /\b(?:pi|cs|re|ch|evt|req|seti|pm)(?:_test)?_[A-Za-z0-9]+(?:_secret_[A-Za-z0-9]+)?/g,
  ],
  ['order-no', /\b(?=[0-9A-Z-]*[A-Z])[0-9A-Z]{4}-[0-9A-Z]{4}\b/g],
  ['email', /\bclara\.[0-9a-f]{12}@example\.org/g],
  ['duration', /\b\d+(?=\sms\b)/g],
  ['moment', /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:[+-]\d\d:\d\d|Z)/g],
  ['calendar-stamp', /(?<=DTSTAMP:)\d{8}T\d{6}Z/g],
  ['calendar-sequence', /(?<=SEQUENCE:)\d+/g],
  ['picture', /(?<=-)[0-9a-f]{12}(?=\.(?:svg|png|pdf)|-\d)/g],
  ['asset', /(?<=[/-])[\w-]{8}(?=\.(?:js|css|woff2))/g],
  ['hash', /\b(?=[0-9a-f]*[a-f])[0-9a-f]{16,64}\b/g],
  ['nonce', /(?<=nonce[-=]"?)[\w+/=-]{16,}/g],
  ['sri', /\bsha(?:256|384)-[\w+/=]{40,}/g],
  ['token', /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}(?![\w-])/g],
];

/**
 * A normalizer for the shop at this URL. Moments of the programme stay, because both versions have them; all others
 * become `<moment>` without a number, because it is chance whether two of them are in the same second.
 */
export function createNormalizer(url: string): Normalizer {
  const placeholders = new Map<string, string>();
  const counts = new Map<string, number>();
  const hosts = new RegExp(`\\b(?:127\\.0\\.0\\.1|localhost):${new URL(url).port}\\b`, 'g');
  return (text) => {
    let result = text.replaceAll(hosts, '<shop>');
    for (const [name, pattern] of patterns) {
      result = result.replaceAll(pattern, (value) => {
        if (name === 'duration') return '<duration>';
        if (name === 'moment') return isOfProgramme(value) ? value : '<moment>';
        const known = placeholders.get(value);
        if (known !== undefined) return known;
        const count = (counts.get(name) ?? 0) + 1;
        counts.set(name, count);
        const placeholder = `<${name} ${count}>`;
        placeholders.set(value, placeholder);
        return placeholder;
      });
    }
    return result;
  };
}

/** Times of the programme are full quarters of an hour; times of this run practically never are. */
function isOfProgramme(moment: string): boolean {
  return /:(?:00|15|30|45):00(?:\.000)?(?:[+-]|Z)/.test(moment);
}
