import type { Appearance } from '@stripe/stripe-js';

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
      fontFamily: 'system-ui, sans-serif',
      gridRowSpacing: '20px',
    },
    rules: {
      '.Input': { border: `1.5px solid ${token('--field')}`, boxShadow: 'none', padding: '14px' },
      '.Input:focus': { boxShadow: 'none', outline: `3px solid ${token('--enzian')}` },
      '.Label': { fontWeight: '600' },
    },
  };
}
