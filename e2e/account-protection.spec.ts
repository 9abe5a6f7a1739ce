import { newEmail, PASSWORD } from '#test/registration.ts';
import { registerAccount, signIn, verifyEmail } from './support/accounts.ts';
import { waitForEmail } from './support/emails.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(
    `in ${language}`,
    { tag: ['@twice', language === 'de' ? '@desk' : '@phone'] },
    () => {
      test.use({ locale: localeOf[language] });

      test('a changed address is undone by the mail to the old one', async ({
        page,
        texts,
        request,
      }) => {
        const account = await registerAccount(request);
        await verifyEmail(request, account);
        const changed = await request.put(`/${account.user.id}`, {
          headers: { authorization: `Bearer ${account.token}` },
          data: { email: newEmail(), current_password: PASSWORD },
        });
        expect(changed.ok()).toBe(true);
        const { link } = await waitForEmail(request, account.email, 'email-changed');
        const path = link.replace(/^https?:\/\/[^/]+/, '');
        await page.goto(path);
        await page.goto(path);
        await page.getByRole('button', { name: texts.account.undo }).click();
        await expect(page).toHaveURL(/\/auth\/login$/);
        await expect(page.getByText(texts.account.undoneHelp)).toBeVisible();
        await waitForEmail(request, account.email, 'password-reset');
        await page.goto(path);
        await page.getByRole('button', { name: texts.account.undo }).click();
        await expect(page.getByText(texts.account.undoHelp)).toBeVisible();
        await expect(page).toHaveTitle(language === 'de' ? /^Fehler: / : /^Error: /);
      });

      test('the profile lists the sessions and ends all of them', async ({
        page,
        texts,
        request,
      }) => {
        const account = await registerAccount(request);
        await request.post('/login', {
          data: { email_address: account.email, password: PASSWORD },
        });
        await signIn(page, account);
        await page.goto('/user/profile');
        const sessions = page.getByRole('region', { name: texts.session.title });
        await expect(sessions.getByRole('listitem')).toHaveCount(2);
        await expect(sessions.getByText(texts.session.current)).toHaveCount(1);
        await sessions.getByRole('button', { name: texts.session.logOutEverywhere }).click();
        await expect(page).toHaveURL(/\/auth\/login$/);
        await expect(page.getByText(texts.session.loggedOutEverywhere)).toBeVisible();
        const me = await request.get('/me', {
          headers: { authorization: `Bearer ${account.token}` },
        });
        expect(me.status()).toBe(401);
      });
    },
  );
}
