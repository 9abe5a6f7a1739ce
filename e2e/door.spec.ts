import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { chromium, type BrowserContext } from '@playwright/test';
import { hasPoppler } from '#test/pdf.ts';
import { expectAccessible } from './support/accessible.ts';
import { findConcert } from './support/concerts.ts';
import { buyTicketsOf, filmTicket, forge, makeDeviceLink, Volunteer } from './support/door.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';

const TITLE = 'Stabat mater';

test.skip(!hasPoppler, 'the codes are read from the PDFs of tickets (poppler-utils of Debian)');

/** No other test has a device of this name. */
const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;
const link = async (page: Volunteer['page']) =>
  makeDeviceLink((await findConcert(page.request, TITLE)).id);

test.describe('the door', { tag: '@phone' }, () => {
  // expected: a network that is gone, and a revoked device
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED|status of 401/ });

  test('admits once, says what it refuses, and goes on without a network', async ({
    page,
    context,
    language,
    database,
  }) => {
    const { orderNo, tickets } = await buyTicketsOf(page, TITLE);
    const [first, second] = tickets as [(typeof tickets)[0], (typeof tickets)[0]];
    const volunteer = new Volunteer(page, language);
    const { t } = volunteer;
    const name = unique('Handy Anna');
    await volunteer.keepResults();
    await volunteer.start(await link(page), name, 'Nordportal');
    expect(page.url()).toMatch(/\/door$/);
    const admitted = page.locator('[data-admitted]');
    const before = Number(await admitted.getAttribute('data-admitted'));
    await expect(page.locator('[data-net]')).toHaveAttribute('data-net', 'live');

    // another text than the one below: the same one within 3 s is the same scan
    await volunteer.type(first.code.toLowerCase());
    await volunteer.sees('admitted', 'go', t.admitted, t.ofOrder({ i: 1, n: 2 }));
    // other devices admit people to this concert meanwhile
    await expect
      .poll(async () => Number(await admitted.getAttribute('data-admitted')))
      .toBeGreaterThan(before);
    await volunteer.hasUnsent(0);
    await volunteer.type('CROISSANT');
    await volunteer.sees('unreadable', 'ask', t.typeNumber);
    // a hand scanner does not press the button that has the focus, and it may leave out Enter
    await volunteer.button(t.check).focus();
    await volunteer.scan(first.code, '');
    await volunteer.sees('already_in', 'stop', t.already_in, 'Nordportal', name);
    await volunteer.scan(forge(first.code));
    await volunteer.sees('unknown', 'stop', t.notOurs);

    // the order's number admits whoever is left
    await volunteer.type(orderNo.replace('-', '').toLowerCase());
    await expect(volunteer.screen('order')).toBeVisible();
    await volunteer.button(t.admitCount({ n: 1 })).click();
    await volunteer.sees('admitted', 'go', t.ofOrder({ i: 2, n: 2 }));
    await volunteer.button(t.undo).click();
    await volunteer.button(t.wrongPerson).click();
    // it goes once the undo is stored
    await expect(page.locator('[data-result]')).toHaveCount(0);
    await volunteer.hasUnsent(0);

    // what is on the device is not to be read without its key
    const stored = await page.evaluate(readStored);
    expect(stored.records).toBeGreaterThan(5);
    expect(stored.isKeyExtractable).toBe(false);
    expect(stored.text).not.toContain(orderNo);

    const { cached, loaded } = await page.evaluate(readShell);
    expect(cached).toEqual(expect.arrayContaining(['/door', ...loaded]));
    expect(cached.filter((file) => !/^\/door(?:\/|$)/.test(file))).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await expect(volunteer.screen('scan')).toBeVisible();
    await volunteer.type(second.code);
    await volunteer.sees('admitted', 'go');
    await volunteer.hasUnsent(1);
    await expect(page.locator('[data-net]')).toHaveAttribute('data-net', 'offline');
    await volunteer.scan(` ${first.code}`);
    await volunteer.sees('already_in', 'stop');
    // its second tap does not choose the reason that appears below the finger
    await volunteer.button(t.admitAnyway).dblclick();
    await volunteer.button(t.brieflyOutside).click();
    await volunteer.sees('admitted', 'go', t.brieflyOutside);
    await context.setOffline(false);
    await volunteer.hasUnsent(0);
    await expect
      .poll(() => kindsOf(database, name))
      .toBe('admit refuse refuse refuse admit undo admit refuse override');

    await database.query('update door_device set revoked_at = now() where name = $1', [name]);
    await expect(volunteer.screen('revoked')).toBeVisible();
    expect(await page.evaluate(async () => await indexedDB.databases())).toEqual([]);
  });

  test('admits nobody twice, however fast it is scanned and pressed', async ({
    page,
    language,
    database,
  }) => {
    const { orderNo, tickets } = await buyTicketsOf(page, TITLE);
    const [first = '', second = ''] = tickets.map(({ code }) => code);
    const volunteer = new Volunteer(page, language);
    const { t } = volunteer;
    const name = unique('Handy Frida');
    await volunteer.keepResults();
    await volunteer.start(await link(page), name);
    // tickets side by side before a camera: the first is not shown a second time
    await volunteer.scanAtOnce(forge(first), first, second, first);
    await volunteer.sees('admitted', 'go', t.ofOrder({ i: 2, n: 2 }));
    await volunteer.button(t.undo).click();
    await volunteer.button(t.mistake).click();
    await volunteer.type(orderNo);
    await volunteer.button(t.admitCount({ n: 1 })).dblclick();
    await volunteer.sees('admitted', 'go', t.ofOrder({ i: 2, n: 2 }));
    await volunteer.type('CROISSANT');
    await volunteer.sees('unreadable', 'ask');
    await expect.poll(() => kindsOf(database, name)).toBe('refuse admit admit undo admit refuse');
  });

  test('two devices and one copied code: the later one says so', async ({
    page,
    browser,
    language,
    database,
  }) => {
    const { tickets } = await buyTicketsOf(page, TITLE);
    const code = tickets[0]?.code ?? '';
    const address = await link(page);
    const context = await browser.newContext({ locale: localeOf[language] });
    const [north, south] = [page, await context.newPage()].map(
      (each) => new Volunteer(each, language),
    );
    if (!north || !south) throw new Error('unreachable');
    await north.keepResults();
    await south.keepResults();
    const emil = unique('Handy Emil');
    await north.start(address, emil, 'Nordportal');
    await south.start(address, 'Handy Ben', 'Südportal');
    await context.setOffline(true);
    await north.type(code);
    await north.sees('admitted', 'go');
    await north.hasUnsent(0);
    await south.type(code);
    await south.sees('admitted', 'go');
    await context.setOffline(false);
    const late = south.page.locator('[data-late]');
    await expect(late).toHaveAttribute('role', 'alert');
    await expect(late).toContainText(/^Doppelt: .* war schon drin, .*Nordportal/);
    await expectAccessible(south.page, 'a late report');
    await expect(north.page.locator('[data-late]')).toHaveCount(0);

    await database.query('update door_device set valid_until = now() where name = $1', [emil]);
    await expect(north.screen('ended')).toContainText(north.t.endedText);
    await expectAccessible(north.page, 'ended');

    await south.goTo('numbers');
    await expect(south.page.getByRole('table', { name: south.t.duplicates })).toContainText(
      'Handy Ben',
    );
    // a second window would number its events like the first
    const window = new Volunteer(await context.newPage(), language);
    await window.page.goto('/door');
    await expect(window.screen('other-tab')).toContainText(south.t.otherTab);
    await south.goTo('more');
    await south.button(south.t.signOut).click();
    await expect(south.screen('start')).toBeVisible();
    await south.page.close();
    await expect(window.screen('start')).toBeVisible();
    await context.close();
  });

  test('reads a ticket’s PDF with the camera', async ({ page, baseURL, language }) => {
    const { tickets } = await buyTicketsOf(page, TITLE);
    const folder = mkdtempSync(path.join(tmpdir(), 'door-camera-'));
    const file = path.join(folder, 'ticket.y4m');
    writeFileSync(file, filmTicket(tickets[0]?.pdf ?? Buffer.of()));
    const browser = await chromium.launch({
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${file}`,
      ],
    });
    const context: BrowserContext = await browser.newContext({
      ...(baseURL === undefined ? {} : { baseURL }),
      locale: localeOf[language],
    });
    const volunteer = new Volunteer(await context.newPage(), language);
    await volunteer.page.addInitScript(haveLight);
    const address = await link(page);
    const name = unique('Handy Carl');
    await Promise.all([
      volunteer.sees('admitted', 'go', volunteer.t.admitted),
      volunteer.start(address, name),
    ]);
    // held before the camera, it is one scan
    await expect(volunteer.page.locator('[data-result]')).toHaveCount(0);
    await volunteer.goTo('log');
    await expect(volunteer.page.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);

    await volunteer.goTo('scan');
    const light = volunteer.button(volunteer.t.light);
    await light.click();
    await volunteer.type(forge(tickets[0]?.code ?? ''));
    await volunteer.button(volunteer.t.next).click();
    await expect(light).toHaveAttribute('aria-pressed', 'true');
    await light.click();
    await expect(volunteer.page.locator('html')).toHaveAttribute('data-torch', 'false');
    // the phone rings
    await volunteer.page.evaluate(() => {
      const stream = document.querySelector('video')?.srcObject as MediaStream;
      stream.getVideoTracks()[0]?.dispatchEvent(new Event('ended'));
    });
    await volunteer.button(volunteer.t.cameraAgain).click();
    await expect(volunteer.page.getByText(volunteer.t.cameraHint)).toBeVisible();
    await browser.close();
    rmSync(folder, { recursive: true });
  });
});

/** Runs in the page: what its worker has stored, and the files that the page has loaded. */
async function readShell(): Promise<{ cached: string[]; loaded: string[] }> {
  await navigator.serviceWorker.ready;
  const pathOf = (url: string) => new URL(url).pathname;
  const cached: string[] = [];
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    cached.push(...requests.map(({ url }) => pathOf(url)));
  }
  const loaded = performance.getEntriesByType('resource').map(({ name }) => pathOf(name));
  return { cached, loaded: loaded.filter((file) => file.startsWith('/door/')) };
}

/** Runs in the page: a camera with a light, which the document shows. */
function haveLight(): void {
  const { prototype } = MediaStreamTrack;
  prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
  prototype.applyConstraints = (constraints) => {
    const [{ torch } = {}] = (constraints?.advanced ?? []) as { torch?: boolean }[];
    document.documentElement.dataset.torch = String(torch);
    return Promise.resolve();
  };
}

/** The kinds of a device's events, in its order. */
async function kindsOf(database: Pool, name: string): Promise<string | undefined> {
  const { rows } = await database.query<{ kinds: string }>(
    `select string_agg(kind, ' ' order by n) as kinds from door_event
     where device_id = (select id from door_device where name = $1)`,
    [name],
  );
  return rows[0]?.kinds;
}

/** Runs in the page: everything that is stored, as text. */
async function readStored() {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('door');
    request.addEventListener('success', () => resolve(request.result));
  });
  const readAll = (store: string) =>
    new Promise<unknown[]>((resolve) => {
      const request = database.transaction(store).objectStore(store).getAll();
      request.addEventListener('success', () => resolve(request.result as unknown[]));
    });
  const [key] = (await readAll('keys')) as CryptoKey[];
  const records = (await readAll('records')) as { data: ArrayBuffer }[];
  database.close();
  const decoder = new TextDecoder('latin1');
  return {
    records: records.length,
    isKeyExtractable: key?.extractable,
    text: records.map(({ data }) => decoder.decode(data)).join(''),
  };
}
