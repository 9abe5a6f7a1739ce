import type { Appearance, CustomFontSource } from '@stripe/stripe-js';
import sans from '../fonts/sans.woff2?url';

const FAMILY = 'MF Sans';

/** The provider's fields in the site's colours: read from the tokens, so that both change together. */
export function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: token('--enzian'),
      colorBackground: token('--white'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-2'),
      colorTextPlaceholder: token('--field'),
      colorDanger: token('--error'),
      borderRadius: '0px',
      fontSizeBase: '16px',
      fontFamily: `'${FAMILY}', system-ui, sans-serif`,
      gridRowSpacing: '20px',
    },
    rules: {
      '.Input': { border: `1.5px solid ${token('--field')}`, boxShadow: 'none', padding: '14px' },
      '.Input:focus': { boxShadow: 'none', outline: `3px solid ${token('--enzian')}` },
      '.Label': { fontWeight: '600' },
    },
  };
}

/** The site's typeface for the provider's frame: one variable file, named once for each weight. */
export function readFonts(): CustomFontSource[] {
  const src = `url(${new URL(sans, window.location.href).href})`;
  return ['400', '600'].map((weight) => ({ family: FAMILY, src, weight }));
}
