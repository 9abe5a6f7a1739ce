import { formatMoney } from '#contract/format.ts';
import { fileTexts } from '#messages/office/files.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { listTexts } from '#messages/office/orders.ts';
import { reportColumnTexts, reportTexts } from '#messages/office/reports.ts';
import {
  accessibilityContext,
  expectAccessible,
  expectAccessibleUnscripted,
} from './support/accessible.ts';
import { buyTickets } from './support/buy-tickets.ts';
import { signInToOffice, tagsOf } from './support/office.ts';
import { openShopDatabase, payOut } from './support/shop-database.ts';
import { expect, test } from './support/test.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`office, reports in ${language}`, { tag: tagsOf(language) }, () => {
    test.use(accessibilityContext(language));
    const t = pickTexts(reportTexts, language);
    const columns = pickTexts(reportColumnTexts, language);
    const lists = pickTexts(listTexts, language);

    test('the treasurer reads takings, tax, tickets and payouts', async ({
      page,
      javaScriptEnabled,
    }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const number = await buyTickets(page, 'onlineticket');
      await signInToOffice(page, 'office');
      await page.goto('/office/reports');
      await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible();
      await checkPage(page, 'reports');

      await page.getByRole('main').getByRole('link', { name: t.sales, exact: true }).click();
      await page.getByRole('checkbox', { name: columns.type }).check();
      await page.getByRole('button', { name: lists.apply, exact: true }).click();
      const table = page.getByRole('table', { name: t.sales });
      await expect(table.getByRole('columnheader', { name: columns.type })).toBeVisible();
      await expect(table.getByRole('row').last()).toContainText(t.sum);
      await checkPage(page, 'sales');

      await page.goto('/office/reports/revenue');
      await expect(page.getByText(t.noGaps, { exact: true })).toBeVisible();
      await expect(page.getByRole('rowheader', { name: t.balance })).toBeVisible();
      await checkPage(page, 'revenue');

      await page.goto('/office/reports/invoices');
      await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible();
      await checkPage(page, 'invoices');
      // from a payout to its invoices, and to what the bank statement shows
      const payout = `po_${number}`;
      const pool = await openShopDatabase();
      await payOut(pool, number, payout);
      await pool.end();
      await page.reload();
      await page.getByRole('link', { name: payout }).click();
      await expect(page.getByRole('row')).toHaveCount(3);
      const [gross = ''] =
        (await page.getByRole('row').last().innerText()).match(/\d+[.,]\d\d/) ?? [];
      const amount = formatMoney(Math.round(Number(gross.replace(',', '.')) * 100) - 100, language);
      await expect(page.getByText(t.grossLessFees({ amount }))).toBeVisible();
      await checkPage(page, 'invoices of a payout');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: lists.asCsv }).click();
      expect((await download).suggestedFilename()).toMatch(
        new RegExp(`^${fileTexts.invoices[language]}-.*\\.csv$`),
      );
      await page.goto('/office/reports/invoices?from=2001-01-01&to=2001-01-31');
      await expect(page.getByText(t.nothing)).toBeVisible();
      await checkPage(page, 'no invoices');
    });
  });
}
