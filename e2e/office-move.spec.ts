import { berlinDate, DAY_MS } from '#contract/berlin-time.ts';
import { choiceTexts } from '#messages/choice.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { moveTexts } from '#messages/office/move.ts';
import { runItemStateTexts, runTexts } from '#messages/office/runs.ts';
import { uiTexts } from '#messages/ui.ts';
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
import { openShopDatabase } from './support/shop-database.ts';
import { expect, test } from './support/test.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use(accessibilityContext(language));

    test(
      'a concert is moved, and a ticket holder keeps the tickets, and returns them after all',
      { tag: tagsOf(language) },
      async ({ page, request, javaScriptEnabled }) => {
        const check = javaScriptEnabled ? expectAccessible : expectAccessibleUnscripted;
        const t = pickTexts(moveTexts, language);
        const office = pickTexts(concertOfficeTexts, language);
        const choice = pickTexts(choiceTexts, language);
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
        await expect(main.getByRole('status')).toHaveText(t.confirm);
        const { errorSummary } = pickTexts(uiTexts, language);
        const wrong = page.getByRole('region', { name: errorSummary });
        await expect(wrong).toHaveCount(0);
        await check(page, 'move');
        await press(t.title);
        await expect(wrong).toBeVisible();
        await expect(page.locator('#mail')).toContainText(pickTexts(formTexts, language).missing);
        await check(page, 'move, refused');
        await press(office.back);
        await expect(page.locator('#start_time')).toHaveValue('20:15');
        await press(office.save);
        await page.getByLabel(t.notify, { exact: true }).check();
        await page.locator('#reason_de').fill('Im Saal wird geprobt.');
        await page.locator('#reason_en').fill('There is a rehearsal in the hall.');
        await page.locator('#returns').fill(berlinDate(new Date()));
        await press(t.title);
        await expect(page.locator('#returns-error')).toHaveText(t.returnsDay);
        await expect(page.getByLabel(t.notify, { exact: true })).toBeChecked();
        await check(page, 'move, day refused');
        await page.locator('#returns').fill(berlinDate(new Date(Date.now() + 9 * DAY_MS)));
        await press(t.title);
        await expectStatus(`${commandLabels['concert:move'][language]}.`);
        const run = new URL(page.url()).pathname;
        await press(pickTexts(runTexts, language).start);

        const mail = await waitForEmail(request, email, 'concert-changed');
        await page.goto(mail.path);
        await check(page, 'choice');
        await press(choice.save);
        await expect(page.locator('#answer-error')).toHaveText(choice.missing);
        await page.getByLabel(choice.keep, { exact: true }).check();
        await press(choice.save);
        await expect(main.getByText(choice.kept, { exact: true })).toBeVisible();
        await page.goto(run);
        const { kept, asked, refunded } = pickTexts(runItemStateTexts, language);
        await expect(main.getByText(kept, { exact: true })).toBeVisible();
        await page.goto(mail.path);
        await page.getByLabel(/^(?:Geld zurück|Money back):/).check();
        await press(choice.save);
        await expect(main.getByText(/^(?:Sie erhalten|You are getting) /)).toBeVisible();
        await check(page, 'choice, answered');
        await page.goto(run);
        await expect(main.getByText(asked, { exact: true })).toBeVisible();
        await check(page, 'run with returns');
        await carryOut(Number(run.split('/').at(-1)));
        await page.reload();
        await expect(main.getByText(refunded, { exact: true }).first()).toBeVisible();
        await waitForEmail(request, email, 'order-cancelled');
        await page.goto(mail.path);
        await expect(main.getByText(/^(?:Sie erhalten|You are getting) /)).toBeVisible();
        await expect(main.getByRole('button', { name: choice.save })).toBeHidden();
        await check(page, 'choice, over');
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

/** Lets the hour pass after which a choice of this run is carried out. */
async function carryOut(run: number): Promise<void> {
  const pool = await openShopDatabase();
  await pool.query(
    `with due as (
       update run_item set next_at = now(), facts = facts || '{"answeredAt":"2025-01-01T00:00:00Z"}'
       where run_id = $1 returning id
     ) select enqueue_run_item(id, now()) from due`,
    [run],
  );
  const readStates = async () =>
    (
      await pool.query<{ state: string }>('select state from run_item_state where run_id = $1', [
        run,
      ])
    ).rows;
  await expect.poll(readStates).toEqual([{ state: 'refunded' }]);
  await pool.end();
}
