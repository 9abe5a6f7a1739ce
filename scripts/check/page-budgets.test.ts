import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { budgets, listExcess } from './page-budgets.ts';
import { weighFonts, weighPages } from './weigh-pages.ts';

/** A build of a home page and a checkout with scripts of these sizes. */
async function makeBuild(own: number): Promise<string> {
  const client = await mkdtemp(path.join(tmpdir(), 'budgets-'));
  onTestFinished(() => rm(client, { recursive: true }));
  const write = (name: string, size: number) =>
    writeFile(path.join(client, 'assets', name), 'x'.repeat(size));
  const route = (id: string, module: string) => [
    id,
    { id, parentId: 'root', module, imports: ['/assets/site.js'], css: ['/assets/site.css'] },
  ];
  const manifest = {
    entry: { module: '/assets/entry.js', imports: ['/assets/site.js'], css: [] },
    routes: Object.fromEntries([
      ['root', { id: 'root', module: '/assets/root.js' }],
      route('any:home', '/assets/home.js'),
      route('checkout/checkout-page', '/assets/checkout.js'),
    ]),
  };
  await mkdir(path.join(client, 'assets'));
  await writeFile(
    path.join(client, 'assets/manifest-1a2b3c4d.js'),
    `window.__reactRouterManifest=${JSON.stringify(manifest)};`,
  );
  await Promise.all([write('home.js', own), write('checkout.js', own), write('site.css', 900)]);
  await Promise.all([write('site.js', 90_000), write('site.js.br', 30_000)]);
  await Promise.all([write('entry.js', 10), write('root.js', 10)]);
  await Promise.all([
    write('text-1a2b3c4d.woff2', 40_000),
    write('text-ext-1a2b3c4d.woff2', 9_000),
  ]);
  return client;
}

test('a page weighs its preloads, compressed, each file once', async () => {
  const client = await makeBuild(1000);
  const home = weighPages(client).find(({ route }) => route === 'any:home');
  expect(home?.script).toBeGreaterThan(31_020);
  expect(home?.script).toBeLessThan(32_000);
  expect(home?.style).toBe(900);
  expect(weighFonts(client)).toBe(40_000);
  expect(listExcess(weighPages(client), weighFonts(client))).toEqual([]);
});

test('an excess is reported with its budget', async () => {
  const client = await makeBuild(budgets.script - 30_000);
  expect(listExcess(weighPages(client), 85_001)).toEqual([
    expect.stringMatching(/^Scripts of any:home: 130\d{3} bytes, the budget is 130000$/),
    expect.stringMatching(/^Scripts of checkout\/checkout-page: 130\d{3} bytes/),
    'Fonts of the first view: 85001 bytes, the budget is 85000',
  ]);
});
