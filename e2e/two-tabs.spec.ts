import { languages } from '#contract/language.ts';
import { otherCustomerTexts } from '#messages/accounts.ts';
import { newEmail, PASSWORD } from '#test/registration.ts';
import { registerAccount, signIn, verifyEmail } from './support/accounts.ts';
import { findConcert } from './support/concerts.ts';
import { prepareCart, preparePayment } from './support/prepare.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';
import { cards, clara, Visitor } from './support/visitor.ts';

test(
  'the cart of another tab shows what was added since, and keeps it',
  { tag: '@desk' },
  async ({ page, visitor, texts, context }) => {
    await prepareCart(page, 'Fünf Winde', { quantity: 1 });
    await page.goto('/ticketshop');
    await visitor.hydrated();
    const other = new Visitor(await context.newPage(), 'de', true);
    await other.openConcert('Fünf Winde');
    await other.raise('Normalpreis');
    await other.addToCart();
    const quantity = page.getByRole('group', { name: 'Normalpreis' }).getByRole('status').first();
    await expect(quantity).toHaveText('2');
    await expect(page.getByText(texts.cart.changed)).toBeHidden();
    await visitor.proceedToCheckout();
    await page.goto('/ticketshop');
    await expect(quantity).toHaveText('2');
  },
);

for (const language of languages) {
  test.describe(`a payment of an outdated page (${language})`, { tag: '@desk' }, () => {
    test.use({ locale: localeOf[language] });

    test('is not taken; the message is ours, and the new one pays', async ({
      page,
      visitor,
      texts,
    }) => {
      const sessionId = await preparePayment(page, 'Jupiter');
      const { productId, ticketTypes } = await findConcert(page.request, 'Jupiter');
      await page.goto('/ticketshop/payment');
      await visitor.fillCard(cards.pays);
      // ready: otherwise the fields would find their payment cancelled while they load
      await expect(visitor.payButton()).toBeEnabled();
      // as on another device: this page does not notice it
      const items = [{ productId, id: ticketTypes[0], quantity: 1 }];
      const added = await page.request.post('/cart', { data: { sessionId, items } });
      expect(await added.json()).toMatchObject({ msgCode: 6102 });
      await visitor.payButton().click();
      const box = page.getByRole('alert').filter({ hasText: texts.payment.errorTitle });
      await expect(box).toContainText(texts.payment.changedElsewhere);
      await expect(box).toBeFocused();
      // with the second ticket come new card fields
      await expect(
        page.getByRole('main').getByRole('listitem').filter({ hasText: /2.×/ }).last(),
      ).toBeVisible();
      await visitor.pay(cards.pays);
      await visitor.seesConfirmation();
    });
  });
}

test(
  'the cart of another tab shows each step of the purchase at once',
  { tag: '@desk' },
  async ({ page, visitor, texts, context }) => {
    // every 60 s it would load the cart anyway
    const soon = { timeout: 15_000 };
    await prepareCart(page, 'Fünf Winde', { quantity: 1 });
    await page.goto('/ticketshop');
    await visitor.hydrated();
    const other = new Visitor(await context.newPage(), 'de', true);
    await other.page.goto('/ticketshop');
    await other.hydrated();
    await other.raise('Normalpreis');
    await other.proceedToCheckout();
    const quantity = page.getByRole('group', { name: 'Normalpreis' }).getByRole('status').first();
    await expect(quantity).toHaveText('2', soon);

    await other.fillDetails(clara);
    await other.saveDetails();
    await other.chooseDelivery('boxoffice');
    await expect(page.getByText(texts.cart.boxoffice)).toBeVisible(soon);

    await other.proceedToPayment();
    await other.pay(cards.pays);
    await other.seesConfirmation();
    await expect(page.getByRole('heading', { name: texts.cart.emptyTitle })).toBeVisible(soon);
  },
);

for (const language of languages) {
  test.describe(`the profile form (${language})`, { tag: '@desk' }, () => {
    test.use({ locale: localeOf[language] });

    test('of another customer changes nothing, and shows who is signed in now', async ({
      page,
      visitor,
      texts,
      request,
    }) => {
      const [before, after] = [await registerAccount(request), await registerAccount(request)];
      await signIn(page, before);
      await page.goto('/user/profile');
      await visitor.hydrated();
      const firstName = visitor.field(texts.accountField.firstName);
      await firstName.fill('Robert');
      await signIn(page, after);
      const save = page.getByRole('button', { name: texts.profile.save });
      await save.click();
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText(otherCustomerTexts.signedIn[language]);
      await expect(firstName).toHaveValue('Clara');
      await expect(visitor.field(texts.accountField.email)).toHaveValue(after.email);
      await firstName.fill('Fanny');
      await save.click();
      await expect(page.getByRole('status').filter({ hasText: texts.profile.saved })).toBeFocused();
      for (const [account, name] of [
        [before, 'Clara'],
        [after, 'Fanny'],
      ] as const) {
        const headers = { authorization: `Bearer ${account.token}` };
        const me = await (await request.get('/me', { headers })).json();
        expect(me.data.user_data.first_name).toBe(name);
      }
    });
  });
}

test(
  'without scripts, the problem of a long form is in view',
  { tag: ['@unscripted', '@phone'] },
  async ({ page, texts, request }) => {
    await signIn(page, await registerAccount(request));
    await page.goto('/user/profile');
    await signIn(page, await registerAccount(request));
    await page.getByRole('button', { name: texts.profile.save }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText(otherCustomerTexts.signedIn.de);
    await expect(alert).toBeInViewport({ ratio: 1 });
  },
);

test(
  'an email that was changed on another device asks for the password at its field',
  { tag: '@desk' },
  async ({ page, visitor, texts, request }) => {
    const account = await registerAccount(request);
    await signIn(page, account);
    await page.goto('/user/profile');
    await visitor.hydrated();
    await visitor.field(texts.accountField.firstName).fill('Klara');
    const email = newEmail();
    const changed = await request.put(`/${account.user.id}`, {
      headers: { authorization: `Bearer ${account.token}` },
      data: { email, current_password: PASSWORD },
    });
    expect(changed.ok()).toBe(true);
    await verifyEmail(request, { ...account, email });
    await page.getByRole('button', { name: texts.profile.save }).click();
    const password = visitor.field(texts.profile.currentPassword);
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await password.fill(PASSWORD);
    await expect(password).toHaveValue(PASSWORD);
  },
);

test(
  'the details of another customer are not saved, and the checkout shows who is signed in now',
  { tag: '@desk' },
  async ({ page, visitor, texts, request }) => {
    const [before, after] = [await registerAccount(request), await registerAccount(request)];
    await prepareCart(page, 'Fünf Winde');
    await signIn(page, before);
    await page.goto('/ticketshop/checkout');
    await visitor.hydrated();
    await visitor.fillDetails({ ...clara, street: 'Inselstraße 18', email: before.email });
    await signIn(page, after);
    await visitor.saveButton().click();
    await expect(page.getByText(otherCustomerTexts.signedIn.de)).toBeVisible();
    await visitor.hydrated();
    await expect(visitor.field(texts.checkout.email)).toHaveValue(after.email);
    await expect(visitor.field(texts.checkout.street)).toHaveValue('');
  },
);
