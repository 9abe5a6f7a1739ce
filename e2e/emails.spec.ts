import { randomUUID } from 'node:crypto';
import { newEmail } from '#test/registration.ts';
import { registerAccount } from './support/accounts.ts';
import { waitForEmail } from './support/emails.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';

/** Where the demonstration's association reads its mail (db/demo/festival.yaml). */
const association = 'post@marienfirn.example';

test(
  'a message to the association',
  { tag: '@desk' },
  async ({ page, visitor, texts, request }) => {
    const subject = `Plätze ohne Stufen ${randomUUID().slice(0, 8)}`;
    await page.goto('/contact');
    await visitor.hydrated();
    const send = page.getByRole('button', { name: texts.contact.send });
    await send.click();
    const summary = page.getByRole('region', { name: texts.ui.errorSummary });
    await expect(summary.getByRole('link')).toHaveText([
      'Wir brauchen Ihre E-Mail-Adresse',
      'Bitte geben Sie einen Betreff an',
      'Bitte schreiben Sie eine Nachricht',
    ]);
    const email = newEmail();
    await visitor.field(texts.contact.email).fill(email);
    await visitor.field(texts.contact.subject).fill(subject);
    await visitor.field(texts.contact.message).fill('Gibt es in der Tenne einen Aufzug?');
    await expect(summary).toHaveCount(0);
    await send.click();
    await expect(page.getByRole('status').filter({ hasText: texts.contact.sent })).toBeVisible();
    await expect(visitor.field(texts.contact.message)).toHaveValue('');
    // stays when the fading alert is gone
    await expect(page.getByText(texts.contact.sent)).toBeVisible();
    const mail = await waitForEmail(request, association, 'contact-message', subject);
    expect(mail.text).toContain('Aufzug');
    expect(mail.text).toContain(email);
  },
);

test.describe('a post before hydration', { tag: '@phone' }, () => {
  test.use({ allowedErrors: /422/ });

  test('is refused, and the next attempt clears the error', async ({ page, visitor, texts }) => {
    await page.goto('/contact');
    await page.locator('main form').evaluate((form: HTMLFormElement) => form.submit());
    await expect(page.getByText(texts.contact.failed)).toBeVisible();
    await visitor.field(texts.contact.email).fill(newEmail());
    await visitor.field(texts.contact.subject).fill('Stufen');
    await visitor.field(texts.contact.message).fill('Gibt es Stufen?');
    await visitor.hydrated();
    await page.getByRole('button', { name: texts.contact.send }).click();
    await expect(page.getByText(texts.contact.sent)).toBeVisible();
    await expect(page.getByText(texts.contact.failed)).toHaveCount(0);
    await expect(page).not.toHaveTitle(/^Fehler/);
  });
});

test.describe('in English', { tag: '@phone' }, () => {
  test.use({ locale: localeOf.en, allowedErrors: /ERR_FAILED/ });

  test('a message that cannot be sent keeps its text', async ({ page, visitor, texts }) => {
    await page.goto('/contact');
    await visitor.hydrated();
    await visitor.field('Email').fill(newEmail());
    await visitor.field('Subject').fill('Steps');
    await visitor.field('Message').fill('Is there a lift?');
    await page.route('**/contact.data*', (route) => route.abort());
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('failed to send message').first()).toBeVisible();
    await expect(visitor.field('Message')).toHaveValue('Is there a lift?');
    await page.unroute('**/contact.data*');
    await page.getByRole('button', { name: texts.platform.retry }).click();
    await expect(page.getByText('message sent successfully')).toBeVisible();
  });

  test('a filled honeypot sends nothing and gets the same response', async ({
    page,
    visitor,
    database,
  }) => {
    const subject = `Cheap watches ${randomUUID().slice(0, 8)}`;
    await page.goto('/contact');
    await visitor.hydrated();
    await visitor.field('Email').fill(newEmail());
    await visitor.field('Subject').fill(subject);
    await visitor.field('Message').fill('Buy now');
    await page.locator('input[name=honeypot]').evaluate((field: HTMLInputElement) => {
      field.value = 'a machine';
    });
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('message sent successfully')).toBeVisible();
    const stored = 'select from contact_message where subject = $1';
    expect((await database.query(stored, [subject])).rowCount).toBe(0);
  });
});

for (const language of ['de', 'en'] as const) {
  test.describe(
    `the newsletter in ${language}`,
    { tag: language === 'de' ? '@phone' : '@desk' },
    () => {
      test.use({ locale: localeOf[language] });

      test('sign up, choose, unsubscribe', async ({ page, visitor, texts, request }) => {
        const email = newEmail();
        await page.goto('/about');
        await visitor.hydrated();
        const footer = page.getByRole('contentinfo');
        await footer.getByRole('textbox').fill('not an address');
        await footer.getByRole('button', { name: texts.layout.newsletterSend }).click();
        await expect(footer.getByRole('status')).toHaveText(texts.layout.newsletterEmailInvalid);
        await footer.getByRole('textbox').fill(email);
        await footer.getByRole('button', { name: texts.layout.newsletterSend }).click();
        await expect(
          page.getByRole('status').filter({ hasText: texts.layout.newsletterSent }),
        ).toBeVisible();

        const { path } = await waitForEmail(request, email, 'newsletter-confirmation');
        await page.goto(path);
        await visitor.sees(texts.newsletter.title);
        await expect(page.getByText(email)).toBeVisible();
        const general = page.getByRole('switch', { name: texts.newsletter.general });
        const byEmail = page.getByRole('switch', { name: texts.newsletter.byEmail });
        const byPost = page.getByRole('switch', { name: texts.newsletter.byPost });
        await expect(byPost).toBeDisabled();
        await expect(byPost).toHaveAccessibleDescription(texts.newsletter.noAddress);
        await general.setChecked(true);
        await byEmail.setChecked(true);
        await page.getByRole('button', { name: texts.newsletter.save }).click();
        const saved = page.getByRole('status').filter({ hasText: texts.newsletter.saved });
        await expect(saved).toBeVisible();
        await page.reload();
        await expect(general).toBeChecked();

        await byEmail.setChecked(false);
        await page.getByRole('button', { name: texts.newsletter.save }).click();
        await expect(saved).toBeVisible();
        await page.reload();
        await expect(byEmail).not.toBeChecked();
      });

      test('an outdated link is explained', async ({ page, texts }) => {
        const response = await page.goto('/newsletter-preferences/nonsense');
        expect(response?.status()).toBe(404);
        await expect(page.getByRole('main').getByRole('alert')).toContainText(
          texts.newsletter.loadFailed,
        );
      });
    },
  );
}

test(
  'the address of a mail’s List-Unsubscribe header opens a page with one button',
  { tag: ['@twice', '@phone'] },
  async ({ page, texts, request }) => {
    const account = await registerAccount(request);
    const headers = { authorization: `Bearer ${account.token}` };
    const { data } = (await (await request.get('/me', { headers })).json()) as {
      data: { user_data: { newsletter_token: string } };
    };
    const path = `/api/newsletter-preferences/${data.user_data.newsletter_token}`;
    await page.goto(path);
    await expect(
      page.getByRole('heading', { name: texts.newsletter.unsubscribeTitle }),
    ).toBeVisible();
    await page.getByRole('button', { name: texts.newsletter.unsubscribe }).click();
    // a reload does not send the form again
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText(texts.newsletter.unsubscribed)).toBeVisible();
    const preferences = await request.get(path);
    expect(await preferences.json()).toMatchObject({ receive_news_email: false });
  },
);
