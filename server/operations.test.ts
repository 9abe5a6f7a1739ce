import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { commandNames, toEventName } from '#contract/office/commands.ts';
import { listKinds } from '#contract/office/programme-lists.ts';
import { type Role, roles } from '#contract/office/staff.ts';
import { screens, type ScreenRoles } from '#contract/office/screens.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Endpoint, EndpointName } from '#contract/paths.ts';
import { accountApi } from './people/api.ts';
import { cartApi } from './cart/api.ts';
import { checkoutApi } from './checkout/api.ts';
import { doorApi } from './door/api.ts';
import { messageApi } from './messages/api.ts';
import { newsletterApi } from './newsletter/api.ts';
import { operations } from './operations.ts';
import { orderApi } from './orders/api.ts';
import { paymentApi } from './payment/api.ts';
import { ticketHolderApi } from './ticket-holders/api.ts';
import { validate } from './platform/validate.ts';
import { programmeApi } from './programme/api.ts';
import routes from '../web/routes.ts';

const web = path.join(import.meta.dirname, '../web');

/** The office's screens whose route modules read something, with what they read. */
function* listScreens(entries: RouteConfigEntry[]): Generator<[path: string, reads: string[]]> {
  for (const { path: to, file, children = [] } of entries) {
    const all = readFileSync(path.join(web, file), 'utf8');
    // the downloads share a file, each under its path
    const screen = `/${to?.replace(/^\//, '')}`;
    const text = all.split(`\n  '${screen}': `)[1]?.split("\n  '/")[0] ?? all;
    // the four lists share their pages
    const kind = listKinds.find((each) => screen.startsWith(`/office/${each}s`)) ?? '';
    const reads = [...text.matchAll(/\.read\(\s*['`]((?:\$\{kind\})?[\w:-]+)/g)].map(
      ([, name = '']) => name.replace('${kind}', kind),
    );
    if (reads.length > 0 && screen in screens) yield [screen, reads];
    yield* listScreens(children);
  }
}

/** Today, a concert and the programme show each role a part of its own (office.md 4, office.md 5.2 and 8). */
const partsOfScreens: Record<string, readonly Role[]> = {
  'concert:orders': ['admin', 'office'],
  'programme:preview': ['admin'],
  'today:overview': ['admin', 'office', 'editor'],
  'today:box-office': ['door'],
};

/** A page of the site, whose other reads are the shop's (office.md 5.2). */
const readOfPreview = { 'concert:preview': ['admin', 'editor'] };

test('a read is for the roles of the screens that show it', async () => {
  const shownTo = new Map<string, Set<string>>(
    Object.entries(readOfPreview).map(([name, people]) => [name, new Set<string>(people)]),
  );
  for (const [screen, reads] of listScreens(routes)) {
    // pages for visitors are for everybody
    if (!screen.startsWith('/office')) continue;
    const allowed: ScreenRoles = screens[screen as keyof typeof screens];
    const people = allowed === 'public' ? ['a stranger', ...roles] : allowed;
    for (const name of reads) {
      shownTo.set(
        name,
        new Set([...(shownTo.get(name) ?? []), ...(partsOfScreens[name] ?? people)]),
      );
    }
  }
  const readers = Object.entries(operations).flatMap(([name, { kind, may }]) =>
    kind === 'read' && (may === 'signed-out staff' || typeof may !== 'string')
      ? [[name, typeof may === 'string' ? ['a stranger', ...roles] : [...may]] as const]
      : [],
  );
  const sorted = (all: Iterable<readonly [string, Iterable<string>]>) =>
    Object.fromEntries([...all].map(([name, people]) => [name, [...people].toSorted()]));
  expect(sorted(readers)).toEqual(sorted(shownTo));
});

const letters: Record<string, Role> = { A: 'admin', O: 'office', E: 'editor', D: 'door' };

/** Reads from the specification's table who may run each command, and whether it wants a step-up. */
function* readSpecifiedRights(): Generator<[name: string, who: string, needsStepUp: boolean]> {
  const spec = readFileSync(path.join(web, '../docs/spec/office.md'), 'utf8');
  const table = spec.split('\n## 12 ')[1]?.split('\n## 13 ')[0] ?? '';
  for (const [, named = '', who = '', marks = ''] of table.matchAll(
    /^\| ([^|]+) \| *([^|]*?) *\| *([^|]*?) *\|/gm,
  )) {
    const each = marks.split(' · ');
    for (const [place, part] of named.split(/ · |, /).entries()) {
      const [, name = '', own] = /^([\w:-]+)(?: \(([AOED]+)\))?/.exec(part) ?? [];
      const following = /\(([AOED]+)\)/.exec(named)?.[1] ?? '';
      yield [name, who || (own ?? following), (each.length > 1 ? each[place] : marks) === 'S'];
    }
  }
}

test('a command is for the roles that the specification names, with its step-ups', () => {
  const specified = new Map([...readSpecifiedRights()].map(([name, ...rights]) => [name, rights]));
  for (const name of commandNames.filter((each) => toEventName(each) === each)) {
    const { may, ...operation } = operations[name];
    const [who, needsStepUp] = specified.get(name) ?? [];
    const people = (who ?? '').split('').map((letter) => letters[letter]);
    const isOfOneself = who === '–' || who === 'self';
    const expected = isOfOneself ? (typeof may === 'string' ? may : roles) : people;
    expect([name, may, 'confirms' in operation]).toEqual([name, expected, needsStepUp]);
  }
});

const calls = Object.entries({
  ...programmeApi,
  ...cartApi,
  ...checkoutApi,
  ...paymentApi,
  ...orderApi,
  ...accountApi,
  ...messageApi,
  ...newsletterApi,
  ...ticketHolderApi,
  ...doorApi,
});

/**
 * Steps of the payment page, which lead to the provider's page and back, and of the page that a mail leads to; clients of
 * the API have no such pages.
 */
const ofPagesAlone = [
  ...['complete-page', 'open-page', 'resume', 'settle-return'].map((step) => `payment:${step}`),
  'choice:read',
  'choice:save',
];

test('a call of the API runs the operation of its name, which knows the customer where it may', () => {
  const shop = ['anyone', 'visitor', 'customer'];
  const names = Object.entries(operations).flatMap(([name, { may }]) =>
    shop.includes(String(may)) ? [name] : [],
  );
  const called = new Set([...calls.map(([, { name }]) => name), ...ofPagesAlone]);
  expect([...called].toSorted()).toEqual(names.toSorted());
  for (const [endpoint, { name, operation }] of calls) {
    expect(operation).toBe(operations[name as keyof typeof operations]);
    const { bearer, response }: Endpoint = endpoints[endpoint as EndpointName];
    const may = { optional: 'visitor', required: 'customer', device: 'anyone', none: 'anyone' }[
      bearer ?? 'none'
    ];
    // the operation reads the token of a response without a body, so that a second logout is repeated
    expect([endpoint, operation.may]).toEqual([endpoint, response === undefined ? 'anyone' : may]);
  }
});

test('a form has the errors that the API has for the same body', () => {
  const params = { sessionId: crypto.randomUUID(), token: 'token', id: '1' };
  const errorsOf = (work: () => unknown) => {
    try {
      return work() && null;
    } catch (error) {
      return error;
    }
  };
  const compared = calls.filter(([name, { operation, input }]) => {
    const { body, params: own }: Endpoint = endpoints[name as EndpointName];
    if (operation.kind !== 'step' || input !== undefined || body === undefined) return false;
    for (const entries of [{}, { email: 'x', email_address: 'x', items: '[]', password: 'x' }]) {
      const given = own === undefined ? entries : { ...entries, ...params };
      expect([name, errorsOf(() => validate(operation.input, given))]).toEqual([
        name,
        errorsOf(() => validate(body, entries)),
      ]);
    }
    return true;
  });
  expect(compared.length).toBeGreaterThan(12);
});
