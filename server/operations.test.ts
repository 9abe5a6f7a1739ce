import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { roles } from '#contract/office/staff.ts';
import { screens, type ScreenRoles } from '#contract/office/screens.ts';
import { operations } from './operations.ts';
import routes from '../web/routes.ts';

const web = path.join(import.meta.dirname, '../web');

/** The screens whose route modules read something, with what they read. */
function* listScreens(entries: RouteConfigEntry[]): Generator<[path: string, reads: string[]]> {
  for (const { path: to, file, children = [] } of entries) {
    const text = readFileSync(path.join(web, file), 'utf8');
    const reads = [...text.matchAll(/\.query\(\s*'([\w:-]+)'/g)].map(([, name = '']) => name);
    if (reads.length > 0) yield [`/${to}`, reads];
    yield* listScreens(children);
  }
}

/** Today shows each role a part of its own (office.md 4). */
const partsOfToday: Record<string, ScreenRoles> = {
  'today:overview': ['admin', 'office', 'editor'],
  'today:box-office': ['door'],
};

test('a read is for the roles of the screens that show it', async () => {
  const shownTo = new Map<string, Set<string>>();
  for (const [screen, reads] of listScreens(await routes)) {
    const allowed: ScreenRoles = screens[screen as keyof typeof screens];
    const people = allowed === 'public' ? ['a stranger', ...roles] : allowed;
    for (const name of reads) {
      shownTo.set(name, new Set([...(shownTo.get(name) ?? []), ...(partsOfToday[name] ?? people)]));
    }
  }
  const readers = Object.entries(operations).flatMap(([name, { kind, may }]) =>
    kind === 'read'
      ? [[name, typeof may === 'string' ? ['a stranger', ...roles] : [...may]] as const]
      : [],
  );
  const sorted = (all: Iterable<readonly [string, Iterable<string>]>) =>
    Object.fromEntries([...all].map(([name, people]) => [name, [...people].toSorted()]));
  expect(sorted(readers)).toEqual(sorted(shownTo));
});
