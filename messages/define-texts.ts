import type { Language, LocalizedText } from '../contract/language.ts';

/** A text in both languages; with parameters it is a function of one object. */
type Entry = { de: string; en: string } | { de: (p: never) => string; en: (p: never) => string };

type Texts = Record<string, Entry>;

/** The texts in one language. */
export type Picked<T extends Texts> = {
  readonly [Key in keyof T]: T[Key]['de'] extends string ? string : T[Key]['de'];
};

/** Declares the texts of a feature: German beside English. */
export function defineTexts<T extends Texts>(texts: T): T {
  return texts;
}

const picked = new WeakMap<Texts, Partial<Record<Language, object>>>();

/** The texts in the given language; the same object at every call, so it is cheap in a render. */
export function pickTexts<T extends Texts>(texts: T, language: Language): Picked<T> {
  const known = picked.get(texts) ?? {};
  known[language] ??= Object.fromEntries(
    Object.entries(texts).map(([key, entry]) => [key, entry[language]]),
  );
  picked.set(texts, known);
  return known[language] as Picked<T>;
}

/** A text that takes values. */
export type TextWith<P> = Record<Language, (values: P) => string>;

/** A text with its values, in both languages. */
export const inBoth = <P>({ de, en }: TextWith<P>, values: P): LocalizedText => ({
  de: de(values),
  en: en(values),
});
