import { boxOfficeTexts } from '#messages/office/box-office.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import { formTexts } from '#messages/office/forms.ts';
import { mailOfficeTexts } from '#messages/office/mails.ts';
import { orderEventTexts, orderPageTexts } from '#messages/office/order-page.ts';
import { listTexts, orderOfficeTexts, orderStateTexts } from '#messages/office/orders.ts';
import { pickTexts } from '#messages/define-texts.ts';
import {
  accessibilityContext,
  expectAccessible,
  expectAccessibleUnscripted,
} from './support/accessible.ts';
import { buyTickets } from './support/buy-tickets.ts';
import { signInToOffice, tagsOf } from './support/office.ts';
import { expect, test } from './support/test.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`office, orders in ${language}`, { tag: tagsOf(language) }, () => {
    test.use(accessibilityContext(language));
    const t = pickTexts(orderPageTexts, language);
    const events = pickTexts(orderEventTexts, language);
    const forms = pickTexts(formTexts, language);
    const lists = pickTexts(listTexts, language);
    const orders = pickTexts(orderOfficeTexts, language);
    const states = pickTexts(orderStateTexts, language);
    const post = pickTexts(boxOfficeTexts, language);
    const mails = pickTexts(mailOfficeTexts, language);
    const labels = pickTexts(commandLabels, language);

    test('an order is found, noted, reissued and refunded', async ({
      page,
      database,
      javaScriptEnabled,
    }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const number = await buyTickets(page, 'onlineticket');
      await signInToOffice(page, 'office');
      await page.goto('/office/orders?delivery=onlineticket');
      await expect(page.getByRole('link', { name: number })).toBeVisible();
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const box = await page.getByRole('link', { name: number }).boundingBox();
        expect(box?.height, `link of an order at ${width} px`).toBeGreaterThanOrEqual(24);
      }
      await checkPage(page, 'orders');
      await page.getByRole('searchbox', { name: lists.search, exact: true }).fill('stabat');
      await button(lists.apply).click();
      const found = page.getByRole('row').filter({ hasText: number });
      await expect(found).toContainText(/Stabat mater/i);
      await expect(found).toContainText(orders.onlineticket);
      await page.getByRole('searchbox', { name: lists.search, exact: true }).fill(number);
      await button(lists.apply).click();
      const title = orders.order({ no: number });
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

      await page.getByRole('textbox', { name: t.note, exact: true }).fill('Ruft wieder an');
      await button(t.addNote).click();
      await expect(page.getByRole('status')).toContainText(t.noteAdded);
      await button(t.takeBack).click();
      await expect(page.getByRole('status')).toContainText(t.noteTakenBack);
      await expect(page.getByText('Ruft wieder an')).toHaveCount(0);

      await page.getByRole('link', { name: t.reissue, exact: true }).first().click();
      await expect(page.getByText(t.oneVoid)).toBeVisible();
      await checkPage(page, 'reissue to confirm');
      await button(t.reissue).click();
      await page.waitForURL(`**/office/orders/${number}`);
      const tickets = page.getByRole('table', { name: t.tickets });
      await expect(tickets.getByRole('row').filter({ hasText: t.replaced })).toHaveCount(1);
      await checkPage(page, 'order');

      await page.getByRole('link', { name: t.refundAction, exact: true }).click();
      await button(t.continue).click();
      await expect(page.getByRole('region', { name: forms.errors })).toBeFocused();
      await checkPage(page, 'refund with errors');
      await page.getByRole('checkbox').first().check();
      await page.getByRole('textbox', { name: t.reason }).fill('krank');
      await button(t.continue).click();
      await expect(page.getByRole('heading', { name: t.consequences })).toBeVisible();
      await checkPage(page, 'refund to confirm');
      await page.getByRole('main').getByRole('button').click();
      await page.waitForURL(`**/office/orders/${number}`);
      await expect(page.getByRole('status')).toBeFocused();
      await expect(page.getByRole('main')).toContainText(states['partly-cancelled']);
      const timeline = page.getByRole('region', { name: t.timeline });
      await expect(timeline).toContainText(events.paid);
      await expect(timeline).toContainText(events['refund-requested']);

      const failRefund = async () => {
        const { rowCount } = await database.query(
          `update refund r set failed_at = now(), succeeded_at = null from orders o
           where o.checkout_id = r.checkout_id and o.order_no = $1 and r.succeeded_at is not null`,
          [number],
        );
        return rowCount;
      };
      await expect.poll(failRefund).toBe(1);
      await page.reload();
      await button(t.refundAgain).click();
      await expect(page.getByRole('heading', { name: t.consequences })).toBeVisible();
      await expect(page.getByRole('textbox', { name: t.reason })).toHaveCount(0);
      await checkPage(page, 'refund to repeat');
      await page.getByRole('main').getByRole('button').click();
      await page.waitForURL(`**/office/orders/${number}`);
      await expect(page.getByRole('status')).toContainText(labels['order:refund']);
      await expect(timeline).toContainText(t.refundAgain);

      await expect.poll(failRefund).toBe(1);
      await page.reload();
      await page.getByRole('link', { name: t.settleByHand, exact: true }).click();
      await expect(page.getByText(t.settleMoney)).toBeVisible();
      await button(t.settleByHand).click();
      await expect(page.getByRole('region', { name: forms.errors })).toBeFocused();
      await checkPage(page, 'settling by hand with errors');
      await page.getByLabel(t.day, { exact: true }).fill('2026-07-01');
      await page.getByRole('textbox', { name: t.way }).fill('Überweisung');
      await page.getByRole('textbox', { name: t.note }).fill('an Clara Wieck');
      await button(t.settleByHand).click();
      await page.waitForURL(`**/office/orders/${number}`);
      await expect(page.getByRole('status')).toContainText(labels['order:settle-by-hand']);
      await expect(page.getByRole('main')).toContainText('Überweisung');
      await expect(page.getByRole('link', { name: t.settleByHand, exact: true })).toHaveCount(0);
    });

    test('a postal order is marked as sent, and not sent again', async ({
      page,
      javaScriptEnabled,
    }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const number = await buyTickets(page, 'postal');
      await signInToOffice(page, 'office');
      await page.goto(`/office/orders/${number}`);
      await page.locator('summary').filter({ hasText: t.changeContact }).click();
      await checkPage(page, 'order with its contact to change');
      await page.getByRole('textbox', { name: t.street }).fill('Seeweg 1');
      await page.getByLabel(t.deliveryMethod, { exact: true }).selectOption('boxoffice');
      await page.getByRole('checkbox').check();
      await button(t.changeContact).click();
      await expect(page.getByRole('status')).toContainText(/4[,.]50/);
      await page.locator('summary').filter({ hasText: t.changeContact }).click();
      await page.getByLabel(t.deliveryMethod, { exact: true }).selectOption('postal');
      await button(t.changeContact).click();
      await expect(page.getByRole('region', { name: t.contact })).toContainText('Seeweg 1');
      await page.goto('/office/dispatch');
      if (javaScriptEnabled) {
        await page.getByRole('checkbox', { name: post.selectAll, exact: true }).check();
        await expect(page.getByRole('checkbox', { name: number, exact: true })).toBeChecked();
        await page.getByRole('checkbox', { name: post.selectAll, exact: true }).uncheck();
      }
      const waiting = await page.locator('[name="order"]').count();
      const count = lists.entries({ count: String(waiting), isOne: waiting === 1 });
      await expect(page.getByText(count, { exact: true })).toBeVisible();
      await button(post.markSent).click();
      await expect(page.getByRole('region', { name: forms.errors })).toBeFocused();
      await checkPage(page, 'post with an error');
      await page.getByRole('checkbox', { name: number, exact: true }).check();
      if (javaScriptEnabled) {
        const download = page.waitForEvent('download');
        await button(post.print).click();
        expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
        await expect(page.getByRole('region', { name: forms.errors })).toHaveCount(0);
        await expect(page.getByRole('checkbox', { name: number, exact: true })).toBeChecked();
      }
      await button(post.markSent).click();
      await expect(page.getByRole('link', { name: number })).toHaveCount(0);
      await button(forms.undo).click();
      await expect(page.getByRole('link', { name: number })).toBeVisible();
    });

    test('a mail is read, and sent again', async ({ page, javaScriptEnabled }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const number = await buyTickets(page, 'boxoffice');
      await signInToOffice(page, 'office');
      await expect(async () => {
        await page.goto('/office/mails?kind=order-confirmation');
        const row = page.getByRole('row').filter({ hasText: number });
        await row.getByRole('link').click({ timeout: 1000 });
      }).toPass();
      await expect(page.getByTitle(mails.previewFrame)).toBeVisible();
      await checkPage(page, 'mail');
      await page.getByRole('button', { name: mails.sendAgain }).click();
      await expect(page.getByRole('status')).toContainText(mails.queued);
    });
  });
}
