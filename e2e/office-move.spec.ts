import { pickTexts } from '#messages/define-texts.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { moveTexts } from '#messages/office/move.ts';
import { runTexts } from '#messages/office/runs.ts';
import { saleForm } from '#test/concert-form.ts';
import { newEmail } from '#test/registration.ts';
import {
  accessibilityContext,
  expectAccessible,
  expectAccessibleUnscripted,
} from './support/accessible.ts';
import { buyTickets } from './support/buy-tickets.ts';
import { publishConcert } from './support/concerts.ts';
import { waitForEmail } from './support/emails.ts';
import { signInToOffice, tagsOf } from './support/office.ts';
import { expect, test } from './support/test.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use(accessibilityContext(language));

    test(
      'a concert is moved, and its ticket holders get a mail',
      { tag: tagsOf(language) },
      async ({ page, request, javaScriptEnabled }) => {
        const check = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
        const t = pickTexts(moveTexts, language);
        const office = pickTexts(concertOfficeTexts, language);
        const title = `Verkauf ${crypto.randomUUID().slice(0, 8)}`;
        const email = newEmail();
        const main = page.getByRole('main');
        const press = (name: string) =>
          main.getByRole('button', { name, exact: true }).last().click();
        const expectStatus = (text: string) =>
          expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

        await signInToOffice(page, 'admin');
        const path = await publishConcert(page, title, saleForm);
        await buyTickets(page, 'onlineticket', title, { email });
        await page.goto(`${path}/details`);
        await page.locator('#start_time').fill('20:15');
        await press(office.save);
        await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible();
        await check(page, 'move');
        await press(t.title);
        await expect(page.locator('#mail')).toContainText(pickTexts(formTexts, language).missing);
        await check(page, 'move, refused');
        await press(office.back);
        await expect(page.locator('#start_time')).toHaveValue('20:15');
        await press(office.save);
        await page.getByLabel(t.notify, { exact: true }).check();
        await page.locator('#reason_de').fill('Im Saal wird geprobt.');
        await page.locator('#reason_en').fill('There is a rehearsal in the hall.');
        await press(t.title);
        await expectStatus(`${commandLabels['concert:move'][language]}.`);
        await press(pickTexts(runTexts, language).start);

        const mail = await waitForEmail(request, email, 'concert-changed');
        await page.goto(mail.path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.goto(`/${language}/concerts/${path.split('/').at(-1)}`);
        const moved = language === 'de' ? 'verlegt von' : 'moved from';
        await expect(main.getByText(moved).first()).toBeVisible();
        await check(page, 'moved concert');
        // other journeys count the concerts of the site
        await page.goto(`${path}/withdraw`);
        await press(office.withdraw);
        await expectStatus(`${commandLabels['concert:withdraw'][language]}.`);
      },
    );
  });
}
