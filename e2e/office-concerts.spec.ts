import sharp from 'sharp';
import { concertTexts } from '#messages/concerts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import {
  concertOfficeTexts,
  concertProblemTexts,
  coverProblemTexts,
  concertStructureTexts,
  labelOfConcertField,
} from '#messages/office/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { noticeTexts } from '#messages/office/notice.ts';
import { listFieldTexts } from '#messages/office/programme-lists.ts';
import { concertDetails } from '#test/concert-form.ts';
import {
  accessibilityContext,
  expectAccessible,
  expectAccessibleUnscripted,
} from './support/accessible.ts';
import { signInToOffice, tagsOf } from './support/office.ts';
import { expect, test } from './support/test.ts';

/** Texts that a draft may lack. */
const laterFields = ['subtitle_de', 'subtitle_en', 'introduction_de', 'introduction_en'] as const;

for (const language of ['de', 'en'] as const) {
  test.describe(`office, concerts in ${language}`, { tag: tagsOf(language) }, () => {
    test.use(accessibilityContext(language));
    const t = pickTexts(concertOfficeTexts, language);
    const site = pickTexts(concertTexts, language);
    const lists = pickTexts(listFieldTexts, language);
    const forms = pickTexts(formTexts, language);
    const problems = pickTexts(coverProblemTexts, language);
    const buttons = pickTexts(concertStructureTexts, language);
    const missingTexts = pickTexts(concertProblemTexts, language);
    const label = (field: string) => labelOfConcertField(field, language);

    test('an editor adds a concert, publishes it and corrects its time', async ({
      page,
      javaScriptEnabled,
    }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const slug = `serenade-${crypto.randomUUID().slice(0, 8)}`;
      const title = `Serenade ${slug}`;
      const fill = (field: string, text: string) =>
        page.getByLabel(label(field), { exact: true }).fill(text);
      const press = (name: string) =>
        page.getByRole('main').getByRole('button', { name, exact: true }).last().click();
      const open = (name: string) =>
        page.getByRole('main').getByRole('link', { name, exact: true }).click();
      const expectStatus = (command: keyof typeof commandLabels) =>
        expect(page.getByRole('status')).toContainText(`${commandLabels[command][language]}.`);

      await signInToOffice(page, 'editor');
      await page.goto('/office/concerts');
      await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible();
      await checkPage(page, 'concerts');

      await open(t.new);
      await press(buttons['note-add']);
      await expect(page.locator('#note-1-text_de')).toBeVisible();
      await press(buttons['note-remove']({ n: 1 }));
      await press(t.save);
      await expect(page.locator('#title_de')).toHaveAttribute('aria-invalid', 'true');
      await checkPage(page, 'new concert, refused');
      await fill('title_de', title);
      await fill('title_en', title);
      await fill('start_day', '2025-08-23');
      await fill('start_time', '18:00');
      await page.locator('#venue').selectOption({ index: 1 });
      await press(t.save);
      await expectStatus('concert:create');

      await press(t.publish);
      const missing = page.getByRole('alert');
      await expect(missing).toContainText(t.incomplete);
      await expect(missing.getByRole('link')).toHaveText([
        ...laterFields.map((field) => `${label(field)}: ${forms.missing}`),
        missingTexts.noPiece,
        missingTexts.noPerformer,
      ]);
      await checkPage(page, 'incomplete concert');
      await missing.getByRole('link').first().click();
      await expect(page.locator(':target')).toHaveAttribute('id', 'subtitle_de');
      for (const field of laterFields) await fill(field, concertDetails[field]);
      await checkPage(page, 'details of a draft');
      await press(t.save);
      await expectStatus('concert:save');
      await open(t.programme);
      await press(buttons['performer-add']);
      await press(buttons['piece-add']);
      await page.locator('#performer-1-name').fill('Ada Probe');
      await page.locator('#performer-1-instrument').selectOption({ index: 1 });
      await page.locator('#piece-1-composer').selectOption({ index: 1 });
      await page.locator('#piece-1-title_de').fill('Kleine Serenade');
      await page.locator('#piece-1-title_en').fill('Little serenade');
      await page.locator('#piece-1-movements').fill('Allegro');
      await page.locator('#piece-1-lang').selectOption('it');
      await checkPage(page, 'programme');
      await press(buttons['new-composer']);
      await page.getByLabel(lists.name, { exact: true }).fill(`Bela ${slug}`);
      await press(t.save);
      await expect(page.getByRole('status')).toContainText(forms.entriesSaved);
      await expect(page.locator('#piece-1-title_de')).toHaveValue('Kleine Serenade');
      await page.locator('#piece-1-composer').selectOption({ label: `Bela ${slug}` });
      await press(t.save);
      await expectStatus('concert:save');
      await open(t.preview);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('note')).toContainText(site.preview);
      await expectAccessibleUnscripted(page, 'preview');
      await open(site.toOffice);
      await press(t.publish);
      await expectStatus('concert:publish');

      await open(t.details);
      await fill('start_time', '18:30');
      await press(t.save);
      await expectStatus('concert:save');
      await checkPage(page, 'concert');
      const path = page.url();
      await open(t.publicPage);
      await expect(page.getByRole('main')).toContainText(/18[:.]30|6[:.]30/);
      await page.goto(path);
      await open(t.history);
      await checkPage(page, 'history');
      await press(t.restoreVersion({ number: 2 }));
      await expectStatus('concert:restore');
      await open(t.withdraw);
      await checkPage(page, 'withdraw');
      await press(t.withdraw);
      await expectStatus('concert:withdraw');
    });

    test('an editor gives a concert a photograph, and takes it away again', async ({
      page,
      javaScriptEnabled,
    }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const slug = `photo-${crypto.randomUUID().slice(0, 8)}`;
      const upload = page.locator('form[enctype]');
      const photograph = async (width: number) => ({
        name: 'abbey.jpg',
        mimeType: 'image/jpeg',
        buffer: await sharp({ create: { width, height: 800, channels: 3, background: '#467' } })
          .jpeg()
          .toBuffer(),
      });
      await signInToOffice(page, 'editor');
      await page.goto('/office/concerts/new');
      for (const [field, text] of Object.entries({ ...concertDetails, slug })) {
        const control = page.locator(`#${field}`);
        await (field === 'venue' ? control.selectOption(text) : control.fill(text));
      }
      await page.getByRole('button', { name: t.save, exact: true }).last().click();
      await page.getByRole('link', { name: t.details, exact: true }).click();
      await upload.locator('#cover').setInputFiles(await photograph(1000));
      for (const field of ['cover_credit_de', 'cover_credit_en', 'cover_alt_de', 'cover_alt_en']) {
        await upload.locator(`#${field}`).fill('Ada Probe');
      }
      await upload.locator('button').click();
      await expect(page.locator('#cover-error')).toHaveText(problems['too-small']);
      await expect(page.locator('#cover_alt_en')).toHaveValue('Ada Probe');
      await checkPage(page, 'picture, refused');
      await upload.locator('#cover').setInputFiles(await photograph(1400));
      await upload.locator('button').click();
      await expect(page.getByRole('status')).toContainText(
        `${commandLabels['picture:upload'][language]}.`,
      );
      await checkPage(page, 'picture');
      const concert = page.url().replace(/\/picture$/, '');
      await page.goto(`${concert}/preview`);
      const shown = page.getByRole('main').getByAltText('Ada Probe');
      await expect(shown).toBeVisible();
      await expect
        .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await expect(shown).toHaveAttribute('width', '1400');
      // it explains drawings
      await expect(page.getByText(site.howToRead)).toHaveCount(0);
      // a person who has changed a time must not send the picture's form instead
      await page.goto(`${concert}/details`);
      await expect(page.getByRole('button', { name: t.save, exact: true })).toHaveCount(1);
      await page.goto(`${concert}/picture`);
      await page.getByRole('button', { name: t.useDrawnPlate }).click();
      await expect(page.getByRole('status')).toContainText(
        `${commandLabels['picture:remove'][language]}.`,
      );
    });

    // it is not shown: the pages of all other journeys would have it (server/programme/notice.test.ts)
    test('the form of the notice keeps what was typed when it is refused', async ({
      page,
      javaScriptEnabled,
    }) => {
      const notice = pickTexts(noticeTexts, language);
      await signInToOffice(page, 'editor');
      await page.goto('/office/notice');
      await page.locator('#notice_de').fill('Die Straße ist gesperrt.');
      await page.locator('#until_day').fill('2020-01-01');
      await page.locator('#until_time').fill('12:00');
      await page.locator('#notice_en').fill('The road is closed.');
      await page.getByRole('button', { name: notice.show, exact: true }).click();
      await expect(page.locator('#until_day-error')).toHaveText(notice.over);
      await expect(page.locator('#notice_en')).toHaveValue('The road is closed.');
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      await checkPage(page, 'notice, refused');
    });
  });
}
