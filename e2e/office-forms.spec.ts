import type { Page } from '@playwright/test';
import { complimentaryTexts } from '#messages/office/complimentary.ts';
import { formTexts } from '#messages/office/forms.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { accessibilityContext } from './support/accessible.ts';
import { buyTickets } from './support/buy-tickets.ts';
import { publishConcert } from './support/concerts.ts';
import { signInToOffice, tagsOf } from './support/office.ts';
import { expect, test } from './support/test.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`a form of the office in ${language}`, { tag: tagsOf(language) }, () => {
    test.use(accessibilityContext(language));

    test('keeps entries and errors while the keyboard follows its links', async ({ page }) => {
      await signInToOffice(page, 'office');
      await page.goto('/office/orders/new');
      const errors = page.getByRole('region', { name: formTexts.errors[language] });
      const field = (name: string) => page.locator(`form.new-order [name="${name}"]`);
      const issue = page.getByRole('button', { name: complimentaryTexts.issue[language] });
      const entries = { firstName: 'Johanna', email: 'johanna.example.org', city: 'Füssen' };
      for (const [name, value] of Object.entries(entries)) await field(name).fill(value);
      await field('delivery').selectOption('postal');
      await issue.press('Enter');

      const expectUnchanged = async () => {
        for (const [name, value] of Object.entries(entries)) {
          await expect(field(name)).toHaveValue(value);
        }
        await expect(field('delivery')).toHaveValue('postal');
        await expect(errors.getByRole('link')).not.toHaveCount(0);
        await expect(page.locator('#email-error')).toBeVisible();
      };
      await expect(errors).toBeFocused();
      // the scripts, which navigate at a change of the fragment, are there
      await page.waitForLoadState('networkidle');
      await expectUnchanged();

      await page.getByRole('link', { name: frameTexts.skip[language] }).press('Enter');
      await expect(page.locator('#content')).toBeFocused();
      await expectUnchanged();

      const label = complimentaryTexts.email[language];
      await errors.getByRole('link', { name: label }).press('Enter');
      await expect(field('email')).toBeFocused();
      await expectUnchanged();

      // the second response takes the focus again, wherever it was
      await field('email').press('Enter');
      await expect(errors).toBeFocused();
      await expectUnchanged();
    });

    // scripts render the page again when a form is sent: what it knows of the change must not be lost then
    test('entries that somebody else has changed are stored when they are sent again', async ({
      page,
    }) => {
      const order = await buyTickets(page, 'onlineticket');
      await signInToOffice(page, 'admin');
      const concert = await publishConcert(page, `Serenade serenade-${crypto.randomUUID()}`);
      const other = await page.context().newPage();
      for (const [path, name] of [
        ['/office/venues/1', 'city'],
        [`${concert}/details`, 'subtitle_de'],
        [`/office/orders/${order}`, 'name'],
      ] as const) {
        const send = async (by: Page, value: string) => {
          const field = by.locator(`#${name}`);
          // Enter in a field that is folded away would be sent nowhere
          await field.evaluate((input) => input.closest('details')?.setAttribute('open', ''));
          await field.fill(value);
          await field.press('Enter');
        };
        await page.goto(path);
        await other.goto(path);
        const before = await page.locator(`#${name}`).inputValue();
        await send(other, `${before} A`);
        await expect(other.getByRole('status')).toBeFocused();
        await send(page, `${before} B`);
        await expect(page.getByRole('alert')).toBeFocused();
        await expect(page.locator(`#${name}`)).toHaveValue(`${before} B`);
        await send(page, before);
        await expect(page.getByRole('status')).toBeFocused();
        await page.goto(path);
        await expect(page.locator(`#${name}`)).toHaveValue(before);
      }
    });
  });
}
