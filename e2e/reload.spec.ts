import { PASSWORD } from '#test/registration.ts';
import { registerAccount, signIn } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

// The checkout stores typed values with the cart (buying.spec.ts); all other forms only across a reload.

test.describe('typed values survive a reload', { tag: '@desk' }, () => {
  test('on the contact page, and nothing else', async ({ page, visitor, say }) => {
    await page.goto('/contact');
    await visitor.hydrated();
    await visitor.field(say.contact.subject).fill('Stufen');
    await visitor.field(say.contact.message).fill('Gibt es einen Aufzug?');
    await page.reload();
    await expect(visitor.field(say.contact.subject)).toHaveValue('Stufen');
    await expect(visitor.field(say.contact.message)).toHaveValue('Gibt es einen Aufzug?');
    await page.goto('/about');
    await page.goto('/contact');
    const keptInTab = () => page.evaluate(() => JSON.stringify(sessionStorage));
    await expect.poll(keptInTab).not.toContain('Aufzug');
    await page.reload();
    await expect(visitor.field(say.contact.message)).toHaveValue('');
    expect(await keptInTab()).not.toContain('Aufzug');
  });

  test('in the registration, except the password', async ({ page, visitor, say }) => {
    await page.goto('/auth/register');
    await visitor.hydrated();
    await visitor.field(say.accountField.lastName).fill('Hensel');
    await visitor.field(say.accountField.password).fill(PASSWORD);
    await page.reload();
    await expect(visitor.field(say.accountField.lastName)).toHaveValue('Hensel');
    await expect(visitor.field(say.accountField.password)).toHaveValue('');
  });

  test('in the profile, and only there', async ({ page, visitor, say, request }) => {
    await signIn(page, await registerAccount(request));
    await page.goto('/user/profile');
    const [first, last] = [say.accountField.firstName, say.accountField.lastName];
    await visitor.field(first).fill('Klara');
    await page.reload();
    await expect(visitor.field(first)).toHaveValue('Klara');
    await expect(visitor.field(last)).toHaveValue('Wieck');
    await expect(page.getByRole('button', { name: say.profile.save })).toBeEnabled();
    await visitor.field(first).fill('Clara');
    await page.reload();
    await visitor.sees(say.profile.title);
    await expect(page.getByRole('button', { name: say.profile.save })).toBeDisabled();
  });
});
