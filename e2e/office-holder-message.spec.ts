import { pickTexts } from '#messages/define-texts.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { holderMessageTexts } from '#messages/office/holder-message.ts';
import { runTexts } from '#messages/office/runs.ts';
import { newEmail } from '#test/registration.ts';
import {
  accessibilityContext,
  expectAccessible,
  expectAccessibleUnscripted,
} from './support/accessible.ts';
import { buyTickets } from './support/buy-tickets.ts';
import { findConcert } from './support/concerts.ts';
import { waitForEmail } from './support/emails.ts';
import { signInToOffice, tagsOf } from './support/office.ts';
import { expect, test } from './support/test.ts';

/** Nobody else buys these while their ticket holders are counted. */
const titles = { de: 'Auftakt im Fels', en: 'Lange Nacht der Musik' };

for (const language of ['de', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use(accessibilityContext(language));

    test(
      'a message to ticket holders is previewed, tested and sent',
      { tag: tagsOf(language) },
      async ({ page, request, javaScriptEnabled }) => {
        const { message: title } = pickTexts(concertOfficeTexts, language);
        const concert = titles[language];
        const t = pickTexts(holderMessageTexts, language);
        const check = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
        const email = newEmail();
        const orderNo = await buyTickets(page, 'boxoffice', concert, { email });
        await signInToOffice(page, 'office');
        const { id } = await findConcert(page.request, concert);
        await page.goto(`/office/concerts/${id}`);
        const main = page.getByRole('main');
        await main.getByRole('link', { name: title, exact: true }).click();
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await check(page, 'message');

        const subject = `Südportal ${crypto.randomUUID().slice(0, 8)}`;
        await page.locator('#recipients').selectOption('boxoffice');
        await page.locator('#subject_de').fill(subject);
        await page.locator('#subject_en').fill(subject);
        await page.locator('#text_de').fill('Guten Tag {{name}}, Bestellung {{nummer}}.');
        await page.locator('#text_en').fill('Dear {{name}}, order {{orderNo}}.');
        const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
        await press(t.preview);
        await expect(
          page.getByText(t.unknownPlaceholder({ name: '{{nummer}}' })).first(),
        ).toBeVisible();
        await check(page, 'message refused');
        await page.locator('#text_de').fill('Guten Tag {{name}}, Bestellung {{orderNo}}.');
        await press(t.preview);
        const frame = page.locator('iframe').first().contentFrame();
        await expect(frame.getByText('Bestellung ABCD-2345.').last()).toBeVisible();
        await expect(page.locator('h2:focus')).toBeVisible();
        await check(page, 'message previewed');

        await press(t.test);
        await expect(page.getByRole('status').filter({ hasText: t.tested })).toBeVisible();
        await waitForEmail(request, 'office@marienfirn.example', 'holder-message', subject);
        await check(page, 'message tested');
        const send = main.getByRole('button', { name: t.send({ n: '(\\d+)' }).slice(0, 3) });
        const [, n = ''] = /(\d+)/.exec(await send.last().innerText()) ?? [];
        await page.locator('#count').fill(`${n}9`);
        await press(t.send({ n }));
        await expect(page.getByText(t.noMatch).first()).toBeVisible();
        await page.locator('#count').fill(n);
        await press(t.send({ n }));
        const sent = `${commandLabels['mail:holders'][language]}.`;
        await expect(page.getByRole('status').filter({ hasText: sent })).toBeVisible();
        await press(pickTexts(runTexts, language).start);
        const mail = await waitForEmail(request, email, 'holder-message', subject);
        expect(mail.text).toContain(orderNo);
      },
    );
  });
}
