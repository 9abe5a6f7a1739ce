import type { Page } from '@playwright/test';
import { formTexts } from '#messages/office/forms.ts';
import { messageTexts } from '#messages/office/messages.ts';
import { newsletterOfficeTexts } from '#messages/office/newsletter.ts';
import { peopleTexts } from '#messages/office/people.ts';
import { pickTexts } from '#messages/define-texts.ts';
import {
  accessibilityContext,
  expectAccessible,
  expectAccessibleUnscripted,
} from './support/accessible.ts';
import { delayScripts } from './support/delayed-scripts.ts';
import { signInToOffice, tagsOf } from './support/office.ts';
import { findOverflow } from './support/overflow.ts';
import { expect, test } from './support/test.ts';

/** No browser breaks it by itself. */
const longWord = 'donaudampfschifffahrtsgesellschaftsorchester';

/** Asserts that the page does not scroll sideways on the narrowest screens (office.md 13.1). */
async function expectNoOverflow(page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect.soft(await findOverflow(page), `${state}, ${width} px`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

for (const language of ['de', 'en'] as const) {
  test.describe(`office, people in ${language}`, { tag: tagsOf(language) }, () => {
    test.use(accessibilityContext(language));
    const texts = {
      ...pickTexts(messageTexts, language),
      errors: pickTexts(formTexts, language).errors,
      undo: pickTexts(formTexts, language).undo,
    };
    const newsletter = pickTexts(newsletterOfficeTexts, language);
    const people = pickTexts(peopleTexts, language);

    test('a message gets a reply, is sorted and deleted', async ({ page, javaScriptEnabled }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const subject = `Plätze${longWord} ${crypto.randomUUID()}`;
      const email = `hanna@${longWord}.example.org`;
      await page.request.post('/api/contact', {
        data: { email, subject, message: `Gibt es <b>Plätze</b>? ${longWord}${longWord}` },
      });
      await signInToOffice(page, 'office');
      await page.goto('/office/messages');
      await checkPage(page, 'messages');
      await page.getByRole('link', { name: subject }).click();
      await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
      await expect(page.getByText('Gibt es <b>Plätze</b>?').first()).toBeVisible();
      await expectNoOverflow(page, 'message');

      const text = page.getByRole('textbox', { name: texts.text });
      const written = await text.inputValue();
      await text.fill('');
      await page.getByRole('button', { name: texts.reply, exact: true }).click();
      await expect(page.getByRole('region', { name: texts.errors })).toBeFocused();
      await checkPage(page, 'message with an error');
      await text.fill(`Ja.\n${written}`);
      await page.getByRole('button', { name: texts.reply, exact: true }).click();
      await expect(page.getByRole('status')).toContainText(email);
      await expectNoOverflow(page, 'answered message');
      await expect(page.getByRole('status')).toBeFocused();

      await page.getByRole('button', { name: texts.markDone, exact: true }).click();
      await expect(page.getByRole('status')).toContainText(texts.sortedAs({ state: texts.done }));
      await page.getByRole('button', { name: texts.undo }).click();
      await expect(page.getByRole('status')).toContainText(
        texts.sortedAs({ state: texts.answered }),
      );
      await expect(page.getByRole('button', { name: texts.markDone, exact: true })).toBeVisible();
      await page.getByRole('link', { name: texts.delete, exact: true }).click();
      await expect(page.getByText(texts.deleteHint)).toBeVisible();
      await checkPage(page, 'message to delete');
      await expectNoOverflow(page, 'message to delete');
      await page.getByRole('button', { name: texts.delete, exact: true }).click();
      await page.waitForURL('**/office/messages');
      await expect(page.getByRole('link', { name: subject })).toHaveCount(0);
    });

    test('an address is invited, and a subscriber is switched off and on', async ({
      page,
      database,
      javaScriptEnabled,
    }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const email = `abo-${crypto.randomUUID()}@example.org`;
      await database.query(
        `insert into newsletter_subscription (email, language, receive_news_email, general, confirmed_at)
         values ($1, 'de', true, true, now())`,
        [email],
      );
      await signInToOffice(page, 'office');
      await page.goto(`/office/newsletter?q=${email}`);
      await checkPage(page, 'newsletter');
      // in German, the header's button to sign out has the same name
      const off = page
        .getByRole('main')
        .getByRole('button', { name: newsletter.unsubscribe, exact: true });
      await expect(off).toHaveAccessibleDescription(email);
      await off.click();
      await expect(page.getByRole('status')).toContainText(newsletter.offNow);
      await page.getByRole('button', { name: texts.undo }).click();
      await expect(page.getByRole('status')).toContainText(newsletter.onAgain);
      await page.getByRole('textbox', { name: newsletter.email, exact: true }).fill('nobody');
      await page.getByRole('button', { name: newsletter.send }).click();
      await expect(page.getByRole('region', { name: texts.errors })).toBeFocused();
    });

    test('a person is found, and the data erased after the address was typed', async ({
      page,
      database,
      javaScriptEnabled,
    }) => {
      const checkPage = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
      const email = `person-${crypto.randomUUID()}@${longWord}.example.org`;
      await database.query(
        `insert into newsletter_subscription (email, language, receive_news_email, confirmed_at)
         values ($1, 'de', true, now())`,
        [email],
      );
      await signInToOffice(page, 'admin');
      await page.goto('/office/people');
      await checkPage(page, 'people');
      await page.getByRole('searchbox', { name: people.search }).fill(email);
      await page.getByRole('main').getByRole('button', { name: people.find }).click();
      await page.getByRole('link', { name: email }).click();
      await checkPage(page, 'person');
      await expectNoOverflow(page, 'person');
      await page.getByRole('link', { name: people.erase }).click();
      const confirm = page.getByRole('textbox', { name: people.confirm({ email }) });
      await confirm.fill('x@example.org');
      await page.getByRole('button', { name: people.erase }).click();
      await expect(page.getByRole('link', { name: people.noMatch })).toBeVisible();
      await checkPage(page, 'erase with an error');
      await expectNoOverflow(page, 'erase with an error');
      const link = await page.getByRole('link', { name: people.noMatch }).boundingBox();
      expect(link?.height).toBeGreaterThanOrEqual(24);
      await confirm.fill(email);
      await page.getByRole('button', { name: people.erase }).click();
      await expect(page.getByRole('status')).toBeVisible();
      await page.goto(`/office/people?q=${email}`);
      await expect(page.getByRole('link', { name: email })).toHaveCount(0);
    });
  });
}

/** Runs in the page: the values that scripts set on text areas from now on. */
function recordValuesOfTextAreas(): string[] {
  const values: string[] = [];
  const area = HTMLTextAreaElement.prototype;
  const property = Object.getOwnPropertyDescriptor(area, 'value');
  Object.defineProperty(area, 'value', {
    ...property,
    set(value: string) {
      values.push(value);
      property?.set?.call(this, value);
    },
  });
  return values;
}

test('a reply typed before hydration stays', { tag: ['@desk', '@long'] }, async ({ page }) => {
  const texts = pickTexts(messageTexts, 'de');
  const subject = `Früh ${crypto.randomUUID()}`;
  await page.request.post('/api/contact', {
    data: { email: 'hanna@example.org', subject, message: 'Gibt es Plätze?' },
  });
  await signInToOffice(page, 'office');
  await page.goto('/office/messages');
  const path = await page.getByRole('link', { name: subject }).getAttribute('href');
  const release = await delayScripts(page);
  await page.goto(path ?? '', { waitUntil: 'commit' });
  const text = page.getByRole('textbox', { name: texts.text });
  await text.fill('Ja, gern.');
  for (let moved = 0; moved < ', gern.'.length; moved += 1) await text.press('ArrowLeft');
  const written = await page.evaluateHandle(recordValuesOfTextAreas);
  release();
  // React marks each element that it has hydrated
  await expect
    .poll(() => text.evaluate((area) => Object.keys(area).some((key) => key.startsWith('__react'))))
    .toBe(true);
  await expect(text).toHaveValue('Ja, gern.');
  // nothing else was ever in the field, not even before React had hydrated it
  const others = written.evaluate((values) => values.filter((value) => value !== 'Ja, gern.'));
  expect(await others).toEqual([]);
  await page.keyboard.type(' wohl');
  await expect(text).toHaveValue('Ja wohl, gern.');
});
