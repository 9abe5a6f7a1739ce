import type { Page } from '@playwright/test';
import { pickTexts } from '#messages/define-texts.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import { formTexts } from '#messages/office/forms.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { helpTexts } from '#messages/office/help.ts';
import { listFieldTexts, listTexts } from '#messages/office/programme-lists.ts';
import {
  accessibilityContext,
  expectAccessible,
  expectAccessibleUnscripted,
} from './support/accessible.ts';
import { findConcert } from './support/concerts.ts';
import { signInToOffice, tagsOf } from './support/office.ts';
import { expect, test } from './support/test.ts';

/** Opens an entry of a list by the menu. */
async function openEntry(page: Page, list: string, entry: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: /Büro|Office/ });
  await menu.getByRole('link', { name: list, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: list, exact: true })).toBeVisible();
  await page.getByRole('table').getByRole('link', { name: entry, exact: true }).click();
}

for (const language of ['de', 'en'] as const) {
  test.describe(`office, lists in ${language}`, { tag: tagsOf(language) }, () => {
    test.use(accessibilityContext(language));
    const t = pickTexts(listTexts, language);
    const labels = pickTexts(commandLabels, language);
    const fields = pickTexts(listFieldTexts, language);
    const forms = pickTexts(formTexts, language);
    const frame = pickTexts(frameTexts, language);
    const inLanguage = { de: forms.german, en: forms.english };

    test('an editor corrects a venue, and adds and deletes an instrument', async ({
      page,
      javaScriptEnabled,
    }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const save = page.getByRole('button', { name: t.save, exact: true });
      const remove = page.getByRole('button', { name: t.delete, exact: true });
      await signInToOffice(page, 'editor');
      await page.goto('/office');
      const menu = page.getByRole('navigation', { name: /Büro|Office/ });
      await expect(menu.getByText(frame.lists, { exact: true }).last()).toBeVisible();
      await expect(menu.getByRole('link', { name: frame['ticket-types'] })).toHaveCount(0);
      await page.goto('/office/help');
      await expect(page.getByRole('heading', { name: helpTexts.concerts[language] })).toBeVisible();
      await expect(page.getByRole('heading', { name: helpTexts.boxOffice[language] })).toHaveCount(
        0,
      );
      await page.goto('/office');

      await openEntry(page, frame.venues, { de: 'Kreuzgang', en: 'Cloister' }[language]);
      await checkPage(page, 'a venue');
      const access = page.getByRole('textbox', {
        name: `${fields.accessibility} (${inLanguage[language]})`,
      });
      const text = `${await access.inputValue()} Rampe.`;
      await access.fill(text);
      await save.click();
      await expect(page.getByRole('status')).toHaveText(
        new RegExp(`^${labels['venue:save']}\\. .*\\d+ .*\\.$`),
      );
      const { id } = await findConcert(page.request, 'Junge Stimmen I');
      await page.goto(`/${language}/concerts/${id}`);
      await expect(page.getByRole('main').getByText(text)).toBeVisible();

      await page.goto('/office/composers');
      const byLastName = page.getByRole('table').getByRole('link');
      await expect(byLastName.first()).toHaveText('Grażyna Bacewicz');
      await byLastName.first().click();
      await remove.click();
      await expect(page.getByRole('alert')).toContainText(t.inUse({ list: '' }).trim());
      await checkPage(page, 'a composer in use');

      await page.goto('/office/instruments');
      await checkPage(page, 'instruments');
      await page.getByRole('link', { name: t.new }).click();
      await save.click();
      await expect(page.getByText(forms.missing).first()).toBeVisible();
      await checkPage(page, 'an instrument without a name');
      const name = `Glasharmonika ${language}`;
      for (const each of [forms.german, forms.english]) {
        await page.getByRole('textbox', { name: `${fields.name} (${each})` }).fill(name);
      }
      await save.click();
      await expect(page.getByRole('status')).toContainText(t.seenOn({ n: 0 }));
      await remove.click();
      await expect(page.getByRole('status')).toHaveText(`${labels['instrument:delete']}.`);
      await expect(page.getByRole('link', { name })).toHaveCount(0);
    });
  });
}
