import type { Page } from '@playwright/test';
import { accessibilityContext, expectAccessibleUnscripted } from './support/accessible.ts';
import { prepareCart } from './support/prepare.ts';
import { expect, test } from './support/test.ts';
import type { Visitor } from './support/visitor.ts';

// Forms that the server refuses, in browsers without scripts. Tickets and quantities: too-few-tickets.spec.ts.

interface Form {
  name: string;
  path: string;
  /** Fills in what the server refuses, and returns the name of the button. */
  fill: (visitor: Visitor, page: Page) => Promise<string>;
}

const forms: Form[] = [
  {
    name: 'contact',
    path: '/contact',
    async fill(visitor) {
      await visitor.field(visitor.texts.contact.email).fill('nobody');
      return visitor.texts.contact.send;
    },
  },
  {
    name: 'registration',
    path: '/auth/register',
    async fill(visitor) {
      await visitor.field(visitor.texts.accountField.firstName).fill('Fanny');
      return visitor.texts.account.register;
    },
  },
  {
    name: 'login',
    path: '/auth/login',
    async fill(visitor) {
      await visitor.field(visitor.texts.accountField.email).fill('clara@example.org');
      await visitor.field(visitor.texts.accountField.password).fill('something else');
      return visitor.texts.account.logIn;
    },
  },
  {
    name: 'details',
    path: '/ticketshop/checkout',
    async fill(visitor) {
      await visitor.field(visitor.texts.checkout.firstName).fill('Klara');
      return visitor.texts.checkout.toDelivery;
    },
  },
  {
    name: 'newsletter',
    path: '/about',
    async fill(visitor, page) {
      await page.getByRole('contentinfo').getByRole('textbox').fill('nobody');
      return visitor.texts.layout.newsletterSend;
    },
  },
];

test.describe('accessible without scripts', { tag: '@desk' }, () => {
  test.use({ ...accessibilityContext('de'), javaScriptEnabled: false });
  // axe takes long on a busy machine
  test.slow();

  for (const { name, path, fill } of forms) {
    test(`${name}, refused`, async ({ page, visitor }) => {
      if (name === 'details') await prepareCart(page, 'Jupiter');
      await page.goto(path);
      const button = await fill(visitor, page);
      const part = page.getByRole(name === 'newsletter' ? 'contentinfo' : 'main');
      await part.getByRole('button', { name: button, exact: true }).click();
      await expect(page).toHaveTitle(/^Fehler: /);
      await expectAccessibleUnscripted(page, `${name}, refused`);
    });
  }
});
