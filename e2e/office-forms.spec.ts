import { complimentaryTexts } from '#messages/office/complimentary.ts';
import { formTexts } from '#messages/office/forms.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { accessibilityContext } from './support/accessible.ts';
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
  });
}
