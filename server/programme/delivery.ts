import { z } from 'zod';
import { GERMANY_ID } from '#contract/constants.ts';
import { findCountryId, listCountryNames } from '#contract/countries.ts';
import { usualDelivery, type PostalDelivery } from '#contract/delivery.ts';
import type { FieldProblem } from '#contract/field-messages.ts';
import type { Language, LocalizedText } from '#contract/language.ts';
import { inBoth } from '#messages/define-texts.ts';
import { deliveryTexts } from '#messages/delivery.ts';
import { formTexts } from '#messages/office/forms.ts';
import { both, problem } from './text-format.ts';

// Delivery by post in festival.yaml; what is left out is as product.md 9 says.

/** The payment provider takes no less. */
const MIN_POSTAGE_CENTS = 50;
const MAX_POSTAGE_CENTS = 10_000;
const MAX_NOTE_LENGTH = 200;

const isPostage = (cents: unknown): boolean =>
  Number.isInteger(cents) &&
  (cents === 0 || (Number(cents) >= MIN_POSTAGE_CENTS && Number(cents) <= MAX_POSTAGE_CENTS));

const toIds = (countries: string[]): number[] => [
  ...new Set(countries.map(findCountryId).filter((id) => id !== null)),
];
const isGermanyAlone = (ids: readonly number[]): boolean => String(ids) === String([GERMANY_ID]);

export const DeliveryFormat = z
  .strictObject({
    /** In cents, of an order. */
    postage: z.custom<number>(isPostage, problem('postage')).optional(),
    /** ISO 3166-1 alpha-2. */
    countries: z
      .array(z.string().refine((code) => findCountryId(code) !== null, problem('countryCode')))
      .min(1, 'is empty')
      .optional(),
    /** A sentence: how tickets are posted, and when. */
    note: both
      .refine(({ de, en }) => Math.max(de.length, en.length) <= MAX_NOTE_LENGTH, {
        error: `has more than ${MAX_NOTE_LENGTH} characters`,
        params: { text: inBoth(formTexts.tooLong, { max: MAX_NOTE_LENGTH }) },
      })
      .optional(),
  })
  .refine(
    ({ countries, note }) => note !== undefined || isGermanyAlone(toIds(countries ?? ['DE'])),
    {
      path: ['note'],
      error: problem('noteMissing'),
    },
  );

/** The price of delivery by post, and its countries. */
export function deliveryOf(own: z.output<typeof DeliveryFormat> | undefined): PostalDelivery {
  const { postage = usualDelivery.postageCents, countries } = own ?? {};
  return {
    postageCents: postage,
    countryIds: countries === undefined ? usualDelivery.countryIds : toIds(countries),
  };
}

/** What a buyer from another country reads. */
export function refuseCountry({ countryIds }: PostalDelivery): FieldProblem | LocalizedText {
  if (isGermanyAlone(countryIds)) return 'DELIVERY_ONLY_GERMANY';
  return { de: onlyTo(countryIds, 'de'), en: onlyTo(countryIds, 'en') };
}

const onlyTo = (countryIds: readonly number[], language: Language): string =>
  deliveryTexts.onlyTo[language]({ countries: listCountryNames(countryIds, language) });

/** Of each page's data: words only where the usual ones do not hold. */
export function describeDelivery(
  own: NonNullable<Parameters<typeof deliveryOf>[0]>,
  language: Language,
): PostalDelivery & { countries?: string; onlyTo?: string; note?: string } {
  const post = deliveryOf(own);
  const { countryIds } = post;
  return {
    ...post,
    ...(!isGermanyAlone(countryIds) && {
      countries: listCountryNames(countryIds, language),
      onlyTo: onlyTo(countryIds, language),
    }),
    ...(own.note && { note: own.note[language] }),
  };
}
