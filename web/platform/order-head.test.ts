import { expect, test } from 'vitest';
import { orderHead } from './order-head.ts';

test('stylesheets come first, in their order; scripts come last and yield', () => {
  const page =
    '<html><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width"/>' +
    '<link rel="preload" href="/a.woff2" as="font"/><link rel="modulepreload" href="/a.js"/>' +
    '<link rel="stylesheet" href="/a.css"/><link rel="stylesheet" href="/b.css"/></head>' +
    '<body><p>&lt;link rel="stylesheet"></p></body></html>';
  expect(orderHead(page)).toBe(
    '<html><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width"/>' +
      '<link rel="stylesheet" href="/a.css"/><link rel="stylesheet" href="/b.css"/>' +
      '<link rel="preload" href="/a.woff2" as="font"/>' +
      '<link rel="modulepreload" fetchpriority="low" href="/a.js"/></head>' +
      '<body><p>&lt;link rel="stylesheet"></p></body></html>',
  );
});
