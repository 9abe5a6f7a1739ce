// `node bench/page-snapshot.ts FILE [ROOT]`: starts the shop of ROOT (default: this checkout) and writes what a
// visitor, a customer and each role of the office gets for every page, in both languages: status, headers and HTML
// without scripts. `diff` of two files shows what a refactoring has changed for people.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient } from '#test/http-client.ts';
import { createNormalizer } from './api-snapshot/normalize.ts';
import { withSnapshotShop } from './api-snapshot/start-snapshot-shop.ts';
import { recordPages } from './page-snapshot/record-pages.ts';

const [, , file = 'page-snapshot.json', root = path.join(import.meta.dirname, '..')] = process.argv;

await withSnapshotShop(root, async ({ url, output }) => {
  const pages = await recordPages(createClient(url), createNormalizer(url), { url, output });
  await writeFile(file, `${JSON.stringify(pages, null, 2)}\n`);
  console.log(`Wrote ${pages.length} pages to ${file}`);
});
