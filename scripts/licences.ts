// `npm run licences`: every package we install with its licence; fails for a licence that is not allowed here.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from './root.ts';

/** Licences that only require their text to be kept; the last three are for fonts and data. */
const allowed = new Set(
  (
    'MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause 0BSD Apache-2.0 BlueOak-1.0.0 Unlicense PostgreSQL ' +
    'Python-2.0 Zlib OFL-1.1 CC0-1.0 CC-BY-4.0'
  ).split(' '),
);

/** Checked one by one: used unchanged, so that they place no conditions on our own code. */
const accepted: Record<string, string> = {
  'LGPL-3.0-or-later':
    'of the library libvips, which sharp loads as a file of its own and anybody may replace',
  'MPL-2.0': 'of the file only: changes to the package itself would have to be published',
};

/** Packages whose package.json says nothing; read in their LICENSE file. */
const read: Record<string, string> = { 'png-js': 'MIT' };

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
    }),
  ),
});

/** SPDX: one of several suffices for OR, all of them for AND. */
function isAllowed(licence: string): boolean {
  const plain = licence.replaceAll(/[()]/g, '');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed);
  if (plain.includes(' AND ')) return plain.split(' AND ').every(isAllowed);
  return allowed.has(plain) || plain in accepted;
}

const { packages } = lock.parse(
  JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')),
);
const found = Object.entries(packages)
  .filter(([location]) => location !== '')
  .map(([location, { version = '', license, dev = false }]) => {
    const name = location.replace(/^.*node_modules\//, '');
    return {
      name: `${name} ${version}`,
      licence: license ?? read[name] ?? 'none',
      use: dev ? 'development' : 'production',
    };
  });

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => a.localeCompare(b);
for (const [licence, group] of [...Map.groupBy(found, (each) => each.licence)].toSorted(byName)) {
  const names = [...new Set(group.map(({ name }) => name))].toSorted();
  const note = accepted[licence] === undefined ? '' : ` (${accepted[licence]})`;
  console.log(`\n${licence}: ${names.length}${note}\n  ${names.join(', ')}`);
}
const refused = found.filter(({ licence }) => !isAllowed(licence));
console.log(
  `\n${found.length} packages, ${refused.length} with a licence that is not allowed here.`,
);
for (const { name, licence, use } of refused) console.log(`  ${name}: ${licence} (${use})`);
process.exitCode = refused.length > 0 ? 1 : 0;
