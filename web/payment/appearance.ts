import type { Appearance, CustomFontSource } from '@stripe/stripe-js';
import bold from '../fonts/sans-bold.woff2?url';
import regular from '../fonts/sans.woff2?url';

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

/** The site's typeface for the provider's frame. */
export function readFonts(): CustomFontSource[] {
  const fontAt = (file: string, weight: string) => ({
    family: FAMILY,
    src: `url(${new URL(file, window.location.href).href})`,
    weight,
  });
  return [fontAt(regular, '400'), fontAt(bold, '600')];
}
