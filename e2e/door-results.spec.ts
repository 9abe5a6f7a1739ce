import { hasPoppler } from '#test/pdf.ts';
import { accessibilityContext, expectAccessible } from './support/accessible.ts';
import { findConcert } from './support/concerts.ts';
import {
  buyTicketsOf,
  forge,
  makeDeviceLink,
  runOffice,
  signCode,
  Volunteer,
} from './support/door.ts';
import { expect, test } from './support/test.ts';

test.skip(!hasPoppler, 'the codes are read from the PDFs of tickets (poppler-utils of Debian)');

/** Two concerts of a day, and one of another. */
const [TITLE, MATINEE, LATER] = ['Ein Sommer in Ischl', 'Matinee der Bücher', 'Stabat mater'];
const MATINEE_AT = '11';
/** The ticket type with a note. */
const REDUCED = 1;
/** The narrowest and the widest: the door has no styles for a width between them. */
const sizes = [
  { width: 320, height: 568 },
  { width: 1440, height: 900 },
];

for (const language of ['de', 'en'] as const) {
  test.describe(`the door in ${language}`, { tag: ['@phone', '@long'] }, () => {
    test.use({
      ...accessibilityContext(language),
      allowedErrors: /ERR_INTERNET_DISCONNECTED|status of 401/,
    });

    test('every screen and result is accessible, and a phone shows a result as a whole', async ({
      page,
      context,
      database,
    }) => {
      const [ours, changed] = await Promise.all([
        buyTicketsOf(page, TITLE, REDUCED),
        buyTicketsOf(page, TITLE),
      ]);
      const [first = '', second = ''] = ours.tickets.map(({ code }) => code);
      const ticketIds = async (orderNo: string) => {
        const { rows } = await database.query<{ id: string }>(
          `select t.id from ticket t join orders o on o.id = t.order_id
           where o.order_no = $1 order by t.id`,
          [orderNo],
        );
        return rows.map(({ id }) => id);
      };
      const volunteer = new Volunteer(page, language);
      const { t } = volunteer;
      const check = async (state: string) => {
        for (const size of sizes) await expectAccessible(page, state, size);
        await page.setViewportSize({ width: 390, height: 700 });
        if (!(await volunteer.screen('scan').isVisible())) return;
        const isWhole = () => document.documentElement.scrollHeight <= window.innerHeight;
        expect.soft(await page.evaluate(isWhole), `${state} needs no scrolling`).toBe(true);
      };
      const shows = async (text: string, result: string, tone: string, ...words: string[]) => {
        await volunteer.type(text);
        await volunteer.sees(result, tone, ...words);
        await check(result);
      };
      await volunteer.keepResults();
      await page.goto('/door');
      await volunteer.button(t.pair).click();
      await expect(page.getByRole('alert')).toHaveText(t.codeMissing);
      await check('start');
      await page.goto(makeDeviceLink((await findConcert(page.request, TITLE)).id));
      await page.getByLabel(t.deviceName).fill(`Handy ${language}`);
      await page.getByLabel(t.entrance).fill('Nordportal');
      await volunteer.button(t.pair).click();
      await expect(volunteer.button(t.start)).toBeEnabled();
      await check('concerts');
      await volunteer.button(t.start).click();
      await check('scan');

      await shows(first, 'admitted', 'note', t.admitted, t.ofOrder({ i: 1, n: 2 }));
      await volunteer.button(t.undo).click();
      await check('why it is undone');
      await volunteer.button(t.cancel).click();
      await shows(first.toLowerCase(), 'already_in', 'stop', t.already_in, 'Nordportal');
      await volunteer.button(t.admitAnyway).click();
      await check('why somebody is admitted anyway');
      await volunteer.button(t.brieflyOutside).click();
      await volunteer.sees('admitted', 'go', t.admitted, t.brieflyOutside);
      await shows(forge(second), 'unknown', 'stop', t.unknown, t.notOurs);
      await shows('ZZZZ-ZZZZ', 'unknown', 'stop', t.unknown, t.neverSold);
      await shows('CROISSANT', 'unreadable', 'ask', t.unreadable, t.typeNumber);
      const codeOf = async (title: string, ticketId: number) => {
        const { id: concertId } = await findConcert(page.request, title);
        return signCode({ ticketId, concertId, ticketTypeId: 1 });
      };
      await shows(await codeOf(TITLE, 0), 'unknown', 'stop', t.unknown, t.neverSold);
      await shows(await codeOf(MATINEE, 1), 'wrong_concert', 'stop', t.wrong_concert, MATINEE_AT);
      await shows(await codeOf(LATER, 1), 'wrong_day', 'stop', t.wrong_day, '21', '2025');

      const [gone = '', replaced = ''] = await ticketIds(changed.orderNo);
      runOffice('order:reissue', '--orderNo', changed.orderNo, '--ticket', replaced);
      runOffice('refund', changed.orderNo, '--tickets', gone);
      // the device knows it a few seconds later
      await volunteer.type(changed.orderNo);
      await expect(page.getByRole('cell', { name: t.void })).toHaveCount(2);
      await check('order');
      await volunteer.button(t.back).click();
      const [goneCode = '', replacedCode = ''] = changed.tickets.map(({ code }) => code);
      await shows(goneCode, 'void', 'stop', t.void);
      await shows(replacedCode, 'void', 'stop', t.replaced, t.newerTicket);

      await context.setOffline(true);
      const fresh = await buyTicketsOf(page, TITLE);
      const [newer = '', newest = ''] = fresh.tickets.map(({ code }) => code);
      await shows(newer, 'admitted_unlisted', 'note', t.admitted_unlisted, t.unlistedHint);
      await page.evaluate(breakStorage);
      await shows(newest, 'not_recorded', 'stop', t.not_recorded, t.storageFull);
      await expect(volunteer.button(t.admitAnyway)).toHaveCount(0);
      await page.reload();
      await context.setOffline(false);
      await volunteer.hasUnsent(0);

      for (const tab of ['numbers', 'log', 'more'] as const) {
        await volunteer.goTo(tab);
        await check(tab);
      }
      await database.query('update door_device set revoked_at = now() where name = $1', [
        `Handy ${language}`,
      ]);
      await expect(volunteer.screen('revoked')).toBeVisible();
      await check('revoked');
    });
  });
}

/** Runs in the page: as if its storage were full. */
function breakStorage(): void {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
}
