import { pickTexts } from '#messages/define-texts.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { programmeImportTexts } from '#messages/office/programme.ts';
import {
  accessibilityContext,
  expectAccessible,
  expectAccessibleUnscripted,
} from './support/accessible.ts';
import { signInToOffice, tagsOf } from './support/office.ts';
import { expect, test } from './support/test.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`office, programme in ${language}`, { tag: tagsOf(language) }, () => {
    test.use(accessibilityContext(language));
    const t = pickTexts(programmeImportTexts, language);
    const { programme: title } = pickTexts(frameTexts, language);

    // what would change is not applied: other journeys change the programme in the meantime
    test('an administrator exports the programme, and sees what a changed file would change', async ({
      page,
      javaScriptEnabled,
    }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const main = page.getByRole('main');
      const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
      await signInToOffice(page, 'admin');
      await page.goto('/office');
      await page
        .getByRole('navigation', { name: /Büro|Office/ })
        .getByRole('link', { name: title, exact: true })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      await checkPage(page, 'programme');

      await press(t.import);
      await expect(main.locator('#file-error')).toHaveText(t.noFile);
      const choose = async (yaml: string) => {
        const buffer = Buffer.from(yaml);
        await main
          .getByLabel(t.file, { exact: true })
          .setInputFiles({ name: 'sommer.yaml', mimeType: 'application/yaml', buffer });
        await press(t.import);
      };
      await choose('festival: !!js/function x');
      await expect(main.locator('#file-error')).toHaveText(/^sommer\.yaml:1 .*js\/function/);
      await checkPage(page, 'a refused programme');

      const file = await page.request.get('/office/programme.yaml');
      const yaml = await file.text();
      const changed = yaml.replace(
        /(slug: goldberg[\s\S]*?duration: )\d+/,
        (_found, before: string) => `${before}97`,
      );
      await choose(changed);
      const group = main.locator('details').filter({ hasText: 'Goldberg' });
      await expect(group.getByRole('listitem').filter({ hasText: '→ 97' })).toBeVisible();
      await checkPage(page, 'what would change');
      await expect(main.getByRole('button', { name: t.apply, exact: true })).toBeVisible();
      await main.getByRole('link', { name: t.other, exact: true }).click();
      await expect(main.getByLabel(t.file, { exact: true })).toBeVisible();
    });
  });
}
