import { pickTexts } from '#messages/define-texts.ts';
import { doorOfficeTexts } from '#messages/office/door.ts';
import {
  accessibilityContext,
  expectAccessible,
  expectAccessibleUnscripted,
} from './support/accessible.ts';
import { findConcert } from './support/concerts.ts';
import { signInToOffice, tagsOf } from './support/office.ts';
import { expect, test } from './support/test.ts';

const TITLE = 'Goldberg';

for (const language of ['de', 'en'] as const) {
  test.describe(`office, door in ${language}`, { tag: tagsOf(language) }, () => {
    test.use(accessibilityContext(language));
    const t = pickTexts(doorOfficeTexts, language);

    test('a device code is shown once, pairs a device, and both can be revoked', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const { id } = await findConcert(request, TITLE);
      const label = `Probe ${crypto.randomUUID().slice(0, 8)}`;
      await signInToOffice(page, 'office');
      await page.goto('/office/door');
      await page.getByLabel(t.for, { exact: true }).selectOption(String(id));
      await page.getByRole('textbox', { name: t.devices, exact: true }).fill('31');
      await page.getByRole('button', { name: t.make, exact: true }).click();
      await expect(page.getByRole('textbox', { name: t.devices, exact: true })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await page.getByRole('textbox', { name: t.devices, exact: true }).fill('1');
      await page.getByLabel(new RegExp(`^${t.label}`)).fill(label);
      await page.getByRole('button', { name: t.make, exact: true }).click();
      await expect(page.getByRole('img', { name: t.qrText })).toBeVisible();
      await checkPage(page, 'a new code');
      await expect(page.getByText(t.until)).not.toHaveCount(0);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText(t.step3)).toBeVisible();
      await expect(page.locator('#devices-title')).toBeHidden();
      await page.emulateMedia({ media: null });
      const code = await page.getByRole('main').locator('code').textContent();
      await page.goto('/office/door');
      await expect(page.getByText(code ?? '', { exact: true })).toHaveCount(0);

      const json = { code, device_name: label };
      const paired = await request.post('/api/door/pair', { data: json });
      expect(paired.status()).toBe(201);
      await page.reload();
      const devices = page.getByRole('table', { name: t.devices, exact: true });
      const row = devices.getByRole('row').filter({ hasText: label });
      await expect(row).toContainText(t.active);
      await checkPage(page, 'a device');
      await row.getByRole('button', { name: t.revoke, exact: true }).click();
      await expect(row).toContainText(t.revoked);
      const codes = page.getByRole('table', { name: t.codes, exact: true });
      const pairing = codes.getByRole('row').filter({ hasText: label });
      await pairing.getByRole('button', { name: t.revoke, exact: true }).click();
      await expect(pairing).toContainText(t.revoked);

      await page.goto(`/office/door/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await checkPage(page, 'the report');
    });
  });
}
