import { PASSWORD } from '#test/registration.ts';
import { registerAccount, signIn } from './support/accounts.ts';
import { prepareCart, preparePayment } from './support/prepare.ts';
import { expect, test } from './support/test.ts';

test.describe('typed values survive a reload', { tag: '@desk' }, () => {
  test('on the contact page, and nothing else', async ({ page, visitor, texts }) => {
    await page.goto('/contact');
    await visitor.hydrated();
    await visitor.field(texts.contact.subject).fill('Stufen');
    await visitor.field(texts.contact.message).fill('Gibt es einen Aufzug?');
    await page.reload();
    await expect(visitor.field(texts.contact.subject)).toHaveValue('Stufen');
    await expect(visitor.field(texts.contact.message)).toHaveValue('Gibt es einen Aufzug?');
    await page.goto('/about');
    await page.goto('/contact');
    const storedInTab = () => page.evaluate(() => JSON.stringify(sessionStorage));
    await expect.poll(storedInTab).not.toContain('Aufzug');
    await page.reload();
    await expect(visitor.field(texts.contact.message)).toHaveValue('');
    expect(await storedInTab()).not.toContain('Aufzug');
  });

  test('of a refused form, too', async ({ page, visitor, texts }) => {
    await page.goto('/contact');
    await visitor.hydrated();
    await visitor.field(texts.contact.email).fill('clara@example.org');
    await visitor.field(texts.contact.subject).fill('Stufen '.repeat(60));
    await visitor.field(texts.contact.message).fill('Gibt es einen Aufzug?');
    await page.getByRole('button', { name: texts.contact.send }).click();
    await expect(visitor.field(texts.contact.subject)).toHaveAttribute('aria-invalid', 'true');
    await page.reload();
    await expect(visitor.field(texts.contact.message)).toHaveValue('Gibt es einen Aufzug?');
  });

  test('at the checkout, where the login has a form of its own', async ({
    page,
    visitor,
    texts,
  }) => {
    await prepareCart(page, 'Fünf Winde', { quantity: 1 });
    await page.goto('/ticketshop/checkout');
    await visitor.hydrated();
    const register = page.getByRole('radio', { name: texts.checkout.register });
    const country = page.getByRole('combobox', { name: texts.checkout.country });
    await register.check();
    await visitor.field(texts.checkout.firstName).fill('Clara');
    await visitor.chooseCountry('Österreich');
    await page.reload();
    await expect(visitor.field(texts.checkout.firstName)).toHaveValue('Clara');
    await expect(register).toBeChecked();
    await expect(country).toHaveValue('Österreich');
    await expect(visitor.field(texts.checkout.passwordConfirmation)).toBeVisible();
  });

  test('in the registration, except the password', async ({ page, visitor, texts }) => {
    await page.goto('/auth/register');
    await visitor.hydrated();
    await visitor.field(texts.accountField.lastName).fill('Hensel');
    await visitor.field(texts.accountField.password).fill(PASSWORD);
    await page.reload();
    await expect(visitor.field(texts.accountField.lastName)).toHaveValue('Hensel');
    await expect(visitor.field(texts.accountField.password)).toHaveValue('');
  });

  test('in the profile, and only there', async ({ page, visitor, texts, request }) => {
    await signIn(page, await registerAccount(request));
    await page.goto('/user/profile');
    await visitor.hydrated();
    const [first, last] = [texts.accountField.firstName, texts.accountField.lastName];
    await visitor.field(first).fill('Klara');
    await page.reload();
    await expect(visitor.field(first)).toHaveValue('Klara');
    await expect(visitor.field(last)).toHaveValue('Wieck');
    await expect(page.getByRole('button', { name: texts.profile.save })).toBeEnabled();
    await visitor.field(first).fill('Clara');
    await page.reload();
    await visitor.sees(texts.profile.title);
    await expect(page.getByRole('button', { name: texts.profile.save })).toBeDisabled();
  });
});

test.describe('typed values survive', { tag: '@desk' }, () => {
  test('a link of the checkout and the way back, and end with the cart', async ({
    page,
    visitor,
    texts,
  }) => {
    const sessionId = await prepareCart(page, 'Fünf Winde', { quantity: 1 });
    await page.goto('/ticketshop/checkout');
    await visitor.hydrated();
    const toCart = page.getByRole('main').getByRole('link', { name: texts.checkout.backToCart });
    const country = page.getByRole('combobox', { name: texts.checkout.country });
    await page.getByRole('radio', { name: texts.checkout.register }).check();
    await visitor.field(texts.checkout.firstName).fill('Clara');
    await visitor.field(texts.checkout.password).fill(PASSWORD);
    await visitor.chooseCountry('Österreich');
    await toCart.click();
    await visitor.sees(texts.cart.title);
    await page.goBack();
    await expect(visitor.field(texts.checkout.firstName)).toHaveValue('Clara');
    await expect(country).toHaveValue('Österreich');
    await expect(visitor.field(texts.checkout.password)).toHaveValue('');
    await toCart.click();
    await visitor.sees(texts.cart.title);
    const storedText = () => page.evaluate(() => JSON.stringify(sessionStorage));
    expect(await storedText()).toContain('Clara');
    await page.request.post('/cart/clear', { data: { sessionId } });
    await visitor.openMenu();
    await page.getByRole('link', { name: texts.layout.about }).first().click();
    await expect.poll(storedText).not.toContain('Clara');
  });

  test('the saved country is what is changed', async ({ page, visitor, texts }) => {
    await preparePayment(page, 'Fünf Winde');
    await page.goto('/ticketshop/checkout');
    await visitor.hydrated();
    await page.getByRole('button', { name: texts.checkout.edit }).click();
    const country = page.getByRole('combobox', { name: texts.checkout.country });
    await expect(country).toHaveValue('Deutschland');
    await visitor.chooseCountry('Österreich');
    await page.getByRole('button', { name: texts.checkout.cancel }).click();
    await page.getByRole('button', { name: texts.checkout.edit }).click();
    await expect(country).toHaveValue('Deutschland');
  });

  test('a link in the footer, but not the form that was sent', async ({ page, visitor, texts }) => {
    await page.goto('/auth/register');
    await visitor.hydrated();
    await visitor.field(texts.accountField.lastName).fill('Hensel');
    await page.getByRole('contentinfo').getByRole('link', { name: texts.layout.imprint }).click();
    await visitor.sees(texts.layout.imprint);
    await page.goBack();
    await expect(visitor.field(texts.accountField.lastName)).toHaveValue('Hensel');
    await visitor.field(texts.accountField.firstName).fill('Fanny');
    await visitor.field(texts.accountField.email).fill(`fanny-${crypto.randomUUID()}@example.org`);
    await visitor.field(texts.accountField.password).fill(PASSWORD);
    await visitor.field(texts.accountField.passwordConfirmation).fill(PASSWORD);
    await page.getByRole('button', { name: texts.account.register, exact: true }).click();
    await page.waitForURL('/user');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Hensel');
  });

  test('a change of the language', async ({ page, visitor, texts }) => {
    await page.goto('/contact');
    await visitor.hydrated();
    await visitor.field(texts.contact.subject).fill('Stufen');
    await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click();
    await page.waitForURL('/en/contact');
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Stufen');
  });
});
