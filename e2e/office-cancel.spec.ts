import { choiceTexts } from '#messages/choice.ts';
import { concertTexts } from '#messages/concerts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { cancelTexts } from '#messages/office/cancel.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
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
import { findOverflow } from './support/overflow.ts';
import { signInToOffice, tagsOf } from './support/office.ts';
import { expect, test } from './support/test.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use(accessibilityContext(language));

    test(
      'a concert is cancelled, and a buyer donates a part of the money',
      { tag: tagsOf(language) },
      async ({ page, request, javaScriptEnabled }) => {
        const check = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
        const [t, shop] = [pickTexts(cancelTexts, language), pickTexts(concertTexts, language)];
        const office = pickTexts(concertOfficeTexts, language);
        const choice = pickTexts(choiceTexts, language);
        const title = `Verkauf ${crypto.randomUUID().slice(0, 8)}`;
        const slug = title.toLowerCase().replace(' ', '-');
        const email = newEmail();
        const main = page.getByRole('main');
        const press = (name: string) =>
          main.getByRole('button', { name, exact: true }).last().click();
        const expectStatus = (text: string) =>
          expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

        await signInToOffice(page, 'admin');
        const path = await publishConcert(page, title, saleForm);
        await buyTickets(page, 'onlineticket', title, { email });
        await page.goto(path);
        await main.getByRole('link', { name: office.cancel, exact: true }).click();
        await check(page, 'cancel');
        await page.locator('#reason_de').fill('Die Pianistin ist krank.');
        await page.locator('#reason_en').fill('The pianist is ill.');
        await page.locator('#slug').fill('x');
        await press(office.cancel);
        await expect(page.locator('#slug-error')).toHaveText(t.wrongSlug);
        await check(page, 'cancel, refused');
        await page.locator('#slug').fill(slug);
        await press(office.cancel);
        await expectStatus(`${commandLabels['concert:cancel'][language]}.`);
        if (javaScriptEnabled) {
          // the page is read again, and its message stays; at the second time, the first one is shown
          const readAgain = async () => {
            for (const _ of [1, 2]) await page.waitForResponse(/\/office\/runs\/\d+\.data/);
          };
          await readAgain();
          await expect(page.getByRole('status').first()).toBeFocused();
          // a session that ends leaves it, too
          const cookies = await page.context().cookies();
          await page.context().clearCookies();
          await readAgain();
          await expectStatus(`${commandLabels['concert:cancel'][language]}.`);
          await page.context().addCookies(cookies);
        }
        const size = page.viewportSize();
        await page.setViewportSize({ width: 320, height: 844 });
        expect(await findOverflow(page)).toEqual([]);
        if (size) await page.setViewportSize(size);
        await check(page, 'run');
        const run = new URL(page.url()).pathname;
        await press(pickTexts(runTexts, language).start);

        const mail = await waitForEmail(request, email, 'concert-cancelled');
        await page.goto(mail.path);
        await check(page, 'choice');
        await press(choice.save);
        await expect(page.locator('#answer-error')).toHaveText(choice.missing);
        await page.getByLabel(choice.part, { exact: true }).check();
        await page.getByLabel(choice.amount, { exact: true }).fill('10');
        await press(choice.save);
        await expect(main.getByText(/10[.,]00/).first()).toBeVisible();
        await check(page, 'choice, answered');

        await page.goto(run);
        await expect(main.getByText(t.asked, { exact: true }).first()).toBeVisible();
        await page.goto(`/${language}/concerts/${path.split('/').at(-1)}`);
        await expect(main.getByText(shop.cancelled).first()).toBeVisible();
        await check(page, 'cancelled concert');
        // other journeys count the concerts of the site
        await page.goto(`${path}/withdraw`);
        await press(office.withdraw);
        await expectStatus(`${commandLabels['concert:withdraw'][language]}.`);
      },
    );
  });
}
