import { cartProblems } from '#contract/problems.ts';
import { expectAccessibleUnscripted } from './support/accessible.ts';
import { ApiBuyer } from './support/api-buyer.ts';
import { findConcert } from './support/concerts.ts';
import { prepareCart } from './support/prepare.ts';
import { expect, test } from './support/test.ts';

test.describe('sold out while adding', { tag: '@phone' }, () => {
  // one after the other: both hold all tickets of one concert
  test.describe.configure({ mode: 'default' });
  const title = 'Clara, Robert, Johannes';

  test('the choice is kept and can be retried', async ({ page, visitor, texts, request }) => {
    const other = new ApiBuyer(request);
    await visitor.openConcert(title);
    await visitor.raise('Normalpreis', 2);
    const concert = await findConcert(request, title);
    await other.hold(concert, concert.available);
    await visitor.tickets().getByRole('button', { name: texts.concert.addToCart }).click();
    const failure = visitor.tickets().getByRole('alert');
    await expect(failure).toContainText('Das hat nicht geklappt');
    await expect(failure).toContainText(texts.concert.noneFree);
    await expect(
      page.getByRole('button', { name: texts.ui.oneMore({ label: 'Normalpreis' }) }),
    ).toHaveAttribute('aria-disabled', 'true');
    await expect(
      page.getByRole('group', { name: 'Normalpreis' }).getByRole('status').first(),
    ).toHaveText('2');

    const list = await page.context().newPage();
    await list.goto('/concerts/all');
    const row = list.getByRole('article').filter({ hasText: title });
    await expect(row.getByText('Ausverkauft')).toBeVisible();
    await other.release();
    // a cached page may be a quarter of a second old
    await expect(async () => {
      await list.reload();
      await expect(row.getByText('Karten kaufen')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await list.close();

    await visitor.tickets().getByRole('button', { name: texts.concert.retry }).click();
    await expect(failure).toHaveCount(0);
    await expect(visitor.toCart()).toBeVisible();
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });
    // axe takes long on a busy machine
    test.slow();

    test('the response shows the choice again', async ({ page, visitor, texts, request }) => {
      const other = new ApiBuyer(request);
      await visitor.openConcert(title);
      const alert = visitor.tickets().getByRole('alert');
      await visitor.tickets().getByRole('button', { name: texts.concert.addToCart }).click();
      await expect(alert).toContainText(texts.concert.nothingChosen);
      await expect(page).toHaveTitle(/^Fehler: /);
      const field = visitor.quantityField('Normalpreis');
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(texts.concert.nothingChosen);
      // the message stands where the page is read from
      const [above, below] = [await alert.boundingBox(), await field.boundingBox()];
      expect(above?.y).toBeLessThan(below?.y ?? 0);
      await expectAccessibleUnscripted(page, 'nothing chosen, without scripts');

      await visitor.raise('Normalpreis', 2);
      const concert = await findConcert(request, title);
      await other.hold(concert, concert.available);
      await visitor.tickets().getByRole('button', { name: texts.concert.addToCart }).click();
      await expect(alert).toContainText(texts.concert.noneFree);
      await expect(visitor.quantityField('Normalpreis')).toHaveValue('2');
      const cookies = await page.context().cookies();
      expect(cookies.map(({ name }) => name)).not.toContain('cart_session');
      await other.release();
      await visitor.tickets().getByRole('button', { name: texts.concert.retry }).click();
      await expect(visitor.toCart()).toBeVisible();
      await expect(page).toHaveURL(/#tickets$/);
    });
  });
});

test.describe('a refused quantity', { tag: '@desk' }, () => {
  // one after the other: both hold all tickets of one concert
  test.describe.configure({ mode: 'default' });

  test('stays, with the possible one beside it', async ({ page, visitor, texts, request }) => {
    const other = new ApiBuyer(request);
    await prepareCart(page, 'Goldberg');
    const concert = await findConcert(request, 'Goldberg');
    await other.hold(concert, concert.available - 1);
    await page.goto('/ticketshop');
    await visitor.raise('Normalpreis', 2);
    const update = page.getByRole('button', { name: texts.cart.update });
    await update.click();
    const line = page.getByRole('listitem').filter({ hasText: 'je 36,00 €' }).last();
    await expect(line.getByRole('alert')).not.toBeEmpty();
    await expect(line.getByRole('status').first()).toHaveText('3');
    await line.getByRole('button', { name: 'Auf 2 setzen' }).click();
    await expect(line.getByRole('status').first()).toHaveText('2');
    await expect(line.getByRole('alert')).toHaveCount(0);
    // the pressed button is gone
    await expect(line).toBeFocused();
    await update.click();
    await expect(page.getByRole('status').filter({ hasText: texts.cart.updated })).toBeVisible();
    await other.release();
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });
    // axe takes long on a busy machine
    test.slow();

    test('is shown again with the possible one', async ({ page, visitor, texts, request }) => {
      const other = new ApiBuyer(request);
      await prepareCart(page, 'Goldberg');
      const concert = await findConcert(request, 'Goldberg');
      await other.hold(concert, concert.available - 1);
      await page.goto('/ticketshop');
      await visitor.raise('Normalpreis', 2);
      await page.getByRole('button', { name: texts.cart.update }).click();
      await expect(page).toHaveTitle(/^Fehler: /);
      const field = visitor.quantityField('Normalpreis');
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(cartProblems.too_few_tickets.message.de);
      await expectAccessibleUnscripted(page, 'a quantity that is not possible, without scripts');
      await page.getByRole('button', { name: 'Auf 2 setzen' }).click();
      await expect(page.getByText(texts.cart.updated)).toBeVisible();
      await expect(visitor.quantityField('Normalpreis')).toHaveValue('2');
      await page.getByRole('button', { name: texts.cart.extend }).click();
      await expect(page.getByText(texts.cart.extended)).toBeVisible();
      await other.release();
    });

    test('beyond the limit of an order is shown with what is left of it', async ({
      page,
      visitor,
      texts,
    }) => {
      await visitor.openConcert('Fünf Winde');
      await visitor.quantityField('Ermäßigt').fill('1');
      await visitor.quantityField('Normalpreis').fill('1');
      await visitor.addToCart();
      await page.goto('/ticketshop');
      await visitor.quantityField('Normalpreis').fill('8');
      await visitor.quantityField('Ermäßigt').fill('5');
      await page.getByRole('button', { name: texts.cart.update }).click();
      await expect(visitor.quantityField('Normalpreis')).toHaveAttribute('aria-invalid', 'true');
      await page.getByRole('button', { name: 'Auf 2 setzen' }).click();
      await expect(page.getByText(texts.cart.updated)).toBeVisible();
      await expect(visitor.quantityField('Normalpreis')).toHaveValue('8');
      await expect(visitor.quantityField('Ermäßigt')).toHaveValue('2');
    });
  });
});

test(
  'at the limit of an order, groups read where to write',
  { tag: '@phone' },
  async ({ page, visitor, texts, request }) => {
    const { data } = (await (await request.get('/api/site')).json()) as {
      data: { association: { email: string } };
    };
    const { email } = data.association;
    await visitor.openConcert('Jupiter');
    const inChoice = visitor.tickets().getByRole('link', { name: email });
    await visitor.raise('Normalpreis', 9);
    await expect(inChoice).toHaveCount(0);
    await visitor.raise('Normalpreis');
    await expect(inChoice).toHaveAttribute('href', `mailto:${email}`);
    await expect(visitor.tickets()).toContainText(`Für Gruppen schreiben Sie uns: ${email}`);
    await visitor.addToCart();
    await visitor.toCart().click();
    await visitor.sees(texts.cart.title);
    await expect(page.getByRole('main').getByRole('link', { name: email })).toBeVisible();
  },
);
