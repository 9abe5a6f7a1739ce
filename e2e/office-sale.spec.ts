import { pickTexts } from '#messages/define-texts.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import {
  concertFieldTexts,
  concertOfficeTexts,
  concertProblemTexts,
  concertStructureTexts,
} from '#messages/office/concerts.ts';
import { concertTexts } from '#messages/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { uiTexts } from '#messages/ui.ts';
import {
  accessibilityContext,
  expectAccessible,
  expectAccessibleUnscripted,
} from './support/accessible.ts';
import { buyTickets } from './support/buy-tickets.ts';
import { publishConcert } from './support/concerts.ts';
import { signInToOffice } from './support/office.ts';
import { expect, test } from './support/test.ts';

for (const language of ['de', 'en'] as const) {
  // German with scripts, English without, each at a desk and on a phone
  test.describe(`sale in ${language}`, { tag: language === 'en' ? '@unscripted' : [] }, () => {
    test.use(accessibilityContext(language));
    const t = pickTexts(concertOfficeTexts, language);
    const fields = pickTexts(concertFieldTexts, language);
    const buttons = pickTexts(concertStructureTexts, language);
    const shop = pickTexts(concertTexts, language);
    const forms = pickTexts(formTexts, language);

    test('a concert is priced, planned, sold, repriced and stopped', async ({
      page,
      javaScriptEnabled,
    }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const title = `Verkauf ${crypto.randomUUID().slice(0, 8)}`;
      const main = page.getByRole('main');
      const press = (name: string) =>
        main.getByRole('button', { name, exact: true }).last().click();
      const expectStatus = (text: string) =>
        expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
      const done = (command: keyof typeof commandLabels) =>
        expectStatus(`${commandLabels[command][language]}.`);

      await signInToOffice(page, 'admin');
      const path = await publishConcert(page, title);
      await page.goto(path);
      await main.getByRole('link', { name: t.sale, exact: true }).click();
      await press(t.save);
      // in the order of the fields
      await expect(page.getByRole('region', { name: forms.errors }).getByRole('link')).toHaveText([
        new RegExp(`^${fields.quantity}`),
        new RegExp(fields.kind),
        new RegExp(fields.price),
      ]);
      await press(buttons['type-add']);
      await page.locator('#quantity').fill('30');
      await page.locator('#type-1-kind').selectOption('full');
      await page.locator('#type-1-price').fill('36,505');
      await page.locator('#type-2-kind').selectOption('school');
      await page.locator('#type-2-price').fill(language === 'de' ? '8,50' : '8.50');
      await press(buttons['type-up']({ n: 2 }));
      await expect(page.locator('#type-2-price')).toHaveValue(/^36.505$/);
      await press(t.save);
      await expect(page.locator('#type-2-price')).toHaveAttribute('aria-invalid', 'true');
      await checkPage(page, 'sale, refused');
      await page.locator('#type-2-price').fill('36,50');
      await page.locator('#onSaleFrom_day').fill('2099-05-01');
      await page.locator('#onSaleFrom_time').fill('10:00');
      await press(t.save);
      await done('sale:save');
      await expect(main.getByText(t.planned, { exact: true })).toBeVisible();
      await checkPage(page, 'concert with a planned sale');

      const publicPath = `/${language}/concerts/${path.split('/').at(-1)}`;
      const planned =
        language === 'de'
          ? 'Verkauf ab 1. Mai 2099, 10.00 Uhr'
          : 'On sale from 1 May 2099, 10.00 am';
      await expect(async () => {
        await page.goto(publicPath);
        await expect(main).toContainText(/2099/, { timeout: 500 });
      }).toPass();
      expect((await main.innerText()).replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(planned);
      await expect(main.getByText(shop.sellingPoints)).toHaveCount(0);

      await page.goto(path);
      await press(t.saleStart);
      await done('sale:start');
      await expect(async () => {
        await page.goto(publicPath);
        await expect(main).not.toContainText('2099', { timeout: 500 });
      }).toPass();
      await buyTickets(page, 'boxoffice', title);

      await page.goto(`${path}/sale`);
      await page.locator('#type-1-price').fill('9');
      await press(t.save);
      await expect(main.getByRole('table', { name: fields.prices })).toContainText(/8[,.]50/);
      const { confirmPrices } = pickTexts(concertProblemTexts, language);
      await expect(main.getByRole('status')).toHaveText(confirmPrices);
      const { errorSummary } = pickTexts(uiTexts, language);
      await expect(page.getByRole('region', { name: errorSummary })).toHaveCount(0);
      await checkPage(page, 'changed prices');
      await press(t.confirmPrices);
      await done('sale:save');
      await page.goto(`${path}/sale`);
      await page.locator('#quantity').fill('1');
      await page.locator('#presold').fill('1');
      await press(t.save);
      const atLeast = pickTexts(concertProblemTexts, language).atLeast({ n: 3 });
      await expect(page.locator('#quantity-error')).toHaveText(atLeast);

      await page.goto(`/office/concerts?q=${encodeURIComponent(title)}`);
      await page.getByRole('checkbox', { name: title }).check();
      await checkPage(page, 'concerts with a ticked one');
      await press(t.saleStop);
      await done('sale:stop');
      await page.getByRole('button', { name: language === 'de' ? 'Rückgängig' : 'Undo' }).click();
      await expectStatus(t.undone);
      await page.goto(path);
      await press(t.saleStop);
      await done('sale:stop');
      await expect(async () => {
        await page.goto(publicPath);
        await expect(main).toContainText(shop.overText, { timeout: 500 });
      }).toPass();
      await expect(main).not.toContainText(shop.boxOffice);
      // other journeys count the concerts of the site
      await page.goto(`${path}/withdraw`);
      await press(t.withdraw);
      await done('concert:withdraw');
    });
  });
}
