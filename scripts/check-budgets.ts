// `node scripts/run.mjs check-budgets`: compares the weight of the built pages with their budgets. Builds if stale.
import path from 'node:path';
import { buildSite } from './build-site.ts';
import { listExcess } from './check/page-budgets.ts';
import { weighFonts, weighPages } from './check/weigh-pages.ts';
import { root } from './root.ts';
import { isBuildStale } from './build-stamp.ts';

if (isBuildStale()) await buildSite();
const client = path.join(root, 'build/client');
const pages = weighPages(client);
const excess = listExcess(pages, weighFonts(client));
for (const line of excess) console.log(line);
const heaviest = pages.toSorted((a, b) => b.script - a.script)[0];
console.log(`${pages.length} pages weighed; the heaviest script: ${JSON.stringify(heaviest)}`);
process.exitCode = excess.length > 0 ? 1 : 0;
