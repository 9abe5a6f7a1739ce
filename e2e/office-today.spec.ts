import type { Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { complimentaryTexts, reasonTexts } from '#messages/office/complimentary.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { healthTexts } from '#messages/office/health.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { todayTexts } from '#messages/office/today.ts';
import { accessibilityContext, expectAccessible } from './support/accessible.ts';
import { findBrokenWords } from './support/broken-words.ts';
import { signInToOffice } from './support/office.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';

/** The numbers of a row of the table of concerts, by the heads of their columns. */
async function readConcert(page: Page, title: string): Promise<Record<string, number>> {
  const table = page.getByRole('table', { name: todayTexts.concerts.de, exact: true });
  const heads = await table.getByRole('columnheader').allTextContents();
  const row = table.getByRole('row').filter({ hasText: title });
  const cells = await row.getByRole('cell').allTextContents();
  const numbers = cells.map((text, index) => [
    heads[index + 1] ?? '',
    Number(text.replaceAll(/[^\d,]/g, '').replace(',', '.')),
  ]);
  return Object.fromEntries(numbers) as Record<string, number>;
}

test(
  'Today: figures, bars, tasks; comparing and complimentary tickets',
  { tag: ['@desk', '@twice'] },
  async ({ page }) => {
    await signInToOffice(page, 'office');
    await page.goto('/office');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Heute');
    for (const name of ['Verkauf heute', 'Konzerte', 'Neueste Bestellungen', 'Zu tun', 'Betrieb']) {
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    }
    const before = await readConcert(page, 'Stabat mater');
    expect(Number(before['Verkauft']) + Number(before['Reserviert']) + Number(before['Frei'])).toBe(
      before['Kontingent'],
    );
    const taken = Number(before['Kontingent']) - Number(before['Frei']);
    await expect(
      page.getByRole('meter', {
        name: `Stabat mater: ${taken} von ${before['Kontingent']} vergeben`,
      }),
    ).toBeVisible();

    await page.goto('/office/health');
    await page.getByRole('button', { name: healthTexts.compare.de }).click();
    await expect(page.getByRole('status')).toHaveText(/^Zahlungen abgeglichen\. .*: 0/);

    await page.goto('/office/orders');
    await page.getByRole('link', { name: complimentaryTexts.newOrder.de }).click();
    await page.getByRole('button', { name: complimentaryTexts.issue.de }).click();
    const errors = page.getByRole('region', { name: 'Bitte prüfen Sie Ihre Angaben' });
    await expect(errors).toContainText('Bitte mindestens eine Karte wählen.');
    const concert = page.getByRole('group', { name: /^Stabat mater/ });
    await page.locator('summary').filter({ hasText: 'Stabat mater' }).click();
    await concert.getByLabel('Normalpreis').fill('2');
    await page.getByLabel('Vorname').fill('Pia');
    await page.getByLabel('Nachname').fill('Presse');
    await page.getByRole('textbox', { name: 'E-Mail' }).fill('pia@example.org');
    await page.getByLabel('Grund').selectOption(reasonTexts.press.de);
    await page.getByRole('button', { name: complimentaryTexts.issue.de }).click();
    await page.waitForURL(/\/office\/orders\/[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await expect(page.getByRole('status')).toHaveText(/^Freikarten ausgestellt\. .* 2 Karten/);
    const takeBack = page.getByRole('link', {
      name: orderPageTexts.takeBackTickets.de,
      exact: true,
    });
    await expect(takeBack).toBeVisible();

    await page.goto('/office');
    const after = await readConcert(page, 'Stabat mater');
    expect(Number(after['Verkauft'])).toBe(Number(before['Verkauft']) + 2);
    expect(after['Umsatz']).toBe(before['Umsatz']);
    const today = page.getByRole('table', { name: todayTexts.salesToday.de, exact: true });
    const complimentary = today.getByRole('row').filter({ hasText: todayTexts.complimentary.de });
    await expect(complimentary.getByRole('cell').first()).toHaveText(/^[2-9]/);
    await expect(page.getByRole('table', { name: 'Neueste Bestellungen' })).toContainText(
      'Pia Presse',
    );
  },
);

test('Today for editors and for the door', { tag: '@phone' }, async ({ page }) => {
  await signInToOffice(page, 'editor');
  await page.goto('/office');
  await expect(page.getByRole('table', { name: 'Konzerte', exact: true })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/Umsatz|Neueste Bestellungen|Betrieb/);
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await signInToOffice(page, 'door');
  await page.goto('/office');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Kassenlisten']);
  await expect(page.getByRole('link', { name: /^Stabat mater/ })).toHaveAttribute(
    'href',
    /^\/office\/concerts\/\d+\/box-office$/,
  );
});

for (const language of ['de', 'en'] satisfies Language[]) {
  test.describe(`the office's first pages in ${language}`, { tag: ['@desk', '@long'] }, () => {
    test.use({
      ...accessibilityContext(language),
      locale: localeOf[language],
      allowedErrors: /status of 4\d\d/,
    });

    test('are accessible', async ({ page }) => {
      await signInToOffice(page, 'door');
      await page.goto('/office');
      await expectAccessible(page, 'box-office lists');
      await page.context().clearCookies();
      await signInToOffice(page, 'admin');
      await page.goto('/office');
      await expectAccessible(page, 'Today');
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 700 });
        const label = page.getByRole('search').getByText(frameTexts.findOrder[language]);
        expect((await label.boundingBox())?.width, `label at ${width}`).toBeGreaterThan(50);
      }
      await page.setViewportSize({ width: 320, height: 700 });
      for (const path of ['/office', '/office/health', '/office/orders/new']) {
        await page.goto(path);
        const overflow = () => document.documentElement.scrollWidth - innerWidth;
        expect(await page.evaluate(overflow), path).toBeLessThanOrEqual(0);
      }
      for (const width of [768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const path of ['/office', '/office/orders', '/office/mails']) {
          await page.goto(path);
          expect(await findBrokenWords(page), `${path} at ${width}`).toEqual([]);
        }
      }
      await page.goto('/office/health');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(frameTexts.health[language]);
      await expectAccessible(page, 'health');
      await page.getByRole('contentinfo').getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(frameTexts.help[language]);
      await expectAccessible(page, 'help');
      await page.goto('/office/orders/new');
      await page.locator('summary').filter({ hasText: 'Stabat' }).click();
      await expectAccessible(page, 'new order');
      await page.getByRole('button', { name: complimentaryTexts.issue[language] }).click();
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
      await expectAccessible(page, 'new order with errors');
    });
  });
}
