import { defineTexts } from './define-texts.ts';

/** Delivery by post, where a festival's own countries take the place of Germany. */
export const deliveryTexts = defineTexts({
  onlyTo: {
    de: (p: { countries: string }) => `Wir können nur in diese Länder versenden: ${p.countries}`,
    en: (p: { countries: string }) => `We can only ship to these countries: ${p.countries}`,
  },
});
