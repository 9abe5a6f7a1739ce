import type { Page } from '@playwright/test';
import { menuPaths } from '#contract/office/screens.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { buyTickets } from './support/buy-tickets.ts';
import { signInToOffice } from './support/office.ts';
import { findOverflow } from './support/overflow.ts';
import { expect, test } from './support/test.ts';
import { isHydrated } from './support/visitor.ts';

const note = 'Kommt mit Rollstuhl';

async function addNote(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: orderPageTexts.note.de, exact: true }).fill(note);
  await page.getByRole('button', { name: orderPageTexts.addNote.de, exact: true }).click();
  await expect(page.getByText(note, { exact: true })).toBeVisible();
}

test.describe('the pages of the office', { tag: '@phone' }, () => {
  test('fit a phone whose text is twice as large', async ({ page, context }) => {
    const number = await buyTickets(page, 'postal');
    await signInToOffice(page, 'admin');
    const browser = await context.newCDPSession(page);
    // the browser's own setting: media queries in em follow it
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    for (const path of [
      ...menuPaths,
      '/office/account',
      '/office/orders/new',
      `/office/orders/${number}`,
      `/office/orders/${number}/refund`,
    ]) {
      await page.goto(path);
      await expect(page.locator('html')).toHaveCSS('font-size', '32px');
      await page.waitForFunction(isHydrated);
      // the widest order number
      await page.locator('.office-word').evaluateAll((words) => {
        for (const word of words) word.textContent = 'MWMW-MWMW';
      });
      expect.soft(await findOverflow(page), path).toEqual([]);
    }
    const name = page.locator('.office-header__person > a');
    const lines = (await name.boundingBox())?.height ?? Infinity;
    expect(lines, 'height of the name in the header').toBeLessThan(120);
  });
});

test.describe('the print', { tag: '@desk' }, () => {
  test('of the journal of invoices has all its columns on a page', async ({ page }) => {
    await buyTickets(page, 'onlineticket');
    await signInToOffice(page, 'office');
    await page.goto('/office/reports/invoices');
    await page.emulateMedia({ media: 'print' });
    const last = page.getByRole('columnheader').last();
    // A4 landscape without its margins
    const width = 1046;
    await page.setViewportSize({ width, height: 700 });
    const box = await last.boundingBox();
    expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await expect(page.getByRole('table')).toHaveCSS('display', 'table');
    await expect(page.locator('html')).toHaveCSS('page', 'wide');
  });

  test('of an order has neither notes nor forms nor buttons', async ({ page }) => {
    const number = await buyTickets(page, 'onlineticket');
    await signInToOffice(page, 'office');
    await page.goto(`/office/orders/${number}`);
    await addNote(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
    await expect(page.getByRole('table').first()).toBeVisible();
    // notes are for staff only (office.md 7.2)
    await expect(page.getByText(note, { exact: true })).toBeHidden();
    await expect(page.getByRole('heading', { name: orderPageTexts.notes.de })).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('link', { name: orderPageTexts.reissue.de })).toHaveCount(0);
  });
});
