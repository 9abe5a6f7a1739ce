import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BreakableText } from './breakable-text.tsx';

const html = (text: string) => renderToStaticMarkup(createElement(BreakableText, { text }));

it('a payment number breaks in its middle, not after its prefix', () => {
  expect(html('pi_3QhT7sLkdIwHu7ix0snN0B15')).toBe('pi_3QhT7sLkdIwH<wbr/>u7ix0snN0B15');
});

it('an e-mail address breaks after its signs', () => {
  expect(html('hanna_lechner@post.example')).toBe('hanna_<wbr/>lechner@<wbr/>post.<wbr/>example');
});
