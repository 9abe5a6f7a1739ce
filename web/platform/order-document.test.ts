import { expect, test } from 'vitest';
import { orderDocument } from './order-document.ts';
import { rememberTapsScript } from './remember-taps.ts';

const page =
  '<html><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width"/>' +
  '<link rel="modulepreload" href="/a.js"/><link rel="preload" href="/a.woff2" as="font"/>' +
  '<link rel="stylesheet" href="/a.css"/><link rel="stylesheet" href="/b.css"/></head>' +
  '<body><p>&lt;link rel="stylesheet"></p><script type="module" async="">import "/a.js"</script></body></html>';

const first = `<script>${rememberTapsScript}</script>`;

test('stylesheets come first, in their order; scripts come last and yield', () => {
  expect(orderDocument(page, 'now')).toBe(
    '<html><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width"/>' +
      '<link rel="stylesheet" href="/a.css"/><link rel="stylesheet" href="/b.css"/>' +
      '<link rel="preload" href="/a.woff2" as="font"/>' +
      `${first}<link fetchpriority="low" rel="modulepreload" href="/a.js"/></head>` +
      '<body><p>&lt;link rel="stylesheet"></p><script type="module" async="">import "/a.js"</script></body></html>',
  );
});

test('where scripts come later, nothing asks for them before', () => {
  const ordered = orderDocument(page, 'asked');
  expect(ordered).toContain(
    '<template id="late"><link fetchpriority="low" rel="modulepreload" href="/a.js"/></template>',
  );
  expect(ordered).toContain(
    '<script type="text/plain" data-late="module" async="">import "/a.js"</script>',
  );
  expect(ordered).not.toContain('type="module"');
  expect(ordered.match(/a\.js/g)).toHaveLength(2);
});

test('styles come with the page where their text is known, their links are idle', () => {
  const styles: Record<string, string> = { '/a.css': 'a{}', '/b.css': 'b{}' };
  const idle =
    '<link media="not all" rel="stylesheet" href="/a.css"/>' +
    '<link media="not all" rel="stylesheet" href="/b.css"/>' +
    '<link fetchpriority="low" rel="modulepreload" href="/a.js"/>';
  for (const scripts of ['asked', 'seen', 'now'] as const) {
    const ordered = orderDocument(page, scripts, (href) => styles[href]);
    expect(ordered).toContain(
      '<meta name="viewport" content="width=device-width"/><style>a{}b{}</style>' +
        '<link rel="preload" href="/a.woff2"',
    );
    expect(ordered).toContain(scripts !== 'now' ? `<template id="late">${idle}</template>` : idle);
  }
});

test('styles of which a part is not known stay as they are, in their order', () => {
  const known = orderDocument(page, 'now', (href) => (href === '/a.css' ? 'a{}' : undefined));
  expect(known).toBe(orderDocument(page, 'now'));
});
