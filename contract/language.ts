/** The two languages of the site and of every message (product.md 10). */
export type Language = 'de' | 'en';

/** A text in both languages. */
export type LocalizedText = Record<Language, string>;

/** Both, for lists and schemas. */
export const languages = ['de', 'en'] as const satisfies readonly Language[];

/** The language that a path is fixed to; undefined for paths without a prefix. */
export const languageOfPath = (pathname: string): Language | undefined =>
  languages.find((each) => each === pathname.split('/', 2)[1]);

/**
 * The language that an `Accept-Language` header prefers: the range with the highest q decides,
 * German variants give German, any other language English; no language (or only `*`) gives null.
 */
export function negotiateLanguage(header: string | null | undefined): Language | null {
  let best: { tag: string; q: number } | null = null;
  for (const part of (header ?? '').split(',')) {
    const [tag = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const weight = parameters.find((p) => p.startsWith('q='));
    const q = weight === undefined ? 1 : Number(weight.slice(2));
    if (!/^[a-z]{1,8}(-[a-z0-9]{1,8})*$/.test(tag) || !(q > 0 && q <= 1)) continue;
    if (best === null || q > best.q) best = { tag, q };
  }
  if (best === null) return null;
  return best.tag === 'de' || best.tag.startsWith('de-') ? 'de' : 'en';
}
