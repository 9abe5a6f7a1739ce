import { fieldMessages } from '#contract/field-messages.ts';
import { responseTexts } from '#messages/responses.ts';
import { findTicketsTexts } from '#messages/ticket-holders.ts';
import { newEmail } from '#test/registration.ts';
import { expectAccessible, expectAccessibleUnscripted } from './support/accessible.ts';
import { buyTickets } from './support/buy-tickets.ts';
import { waitForEmail } from './support/emails.ts';
import { expect, test } from './support/test.ts';

test(
  'lost tickets are found again by their address',
  { tag: ['@desk', '@twice'] },
  async ({ page, visitor, request }) => {
    const email = newEmail();
    const orderNo = await buyTickets(page, 'onlineticket', 'Stabat mater', { email });
    await page.goto('/auth/login');
    await page.getByRole('main').getByRole('link', { name: findTicketsTexts.title.de }).click();
    await visitor.sees(findTicketsTexts.title.de);
    await visitor.hydrated();
    const check = visitor.isScripted ? expectAccessible : expectAccessibleUnscripted;
    await check(page, 'find tickets');
    const send = page.getByRole('button', { name: findTicketsTexts.send.de, exact: true });
    await visitor.field(findTicketsTexts.email.de).fill('clara@');
    await send.click();
    await expect(page.getByText(fieldMessages.EMAIL_INVALID.de).first()).toBeVisible();
    await expect(visitor.field(findTicketsTexts.email.de)).toHaveValue('clara@');
    await check(page, 'find tickets refused');

    await visitor.field(findTicketsTexts.email.de).fill(email);
    await send.click();
    await expect(page.getByText(responseTexts.ticketsRequested.de).first()).toBeVisible();
    await expect(visitor.field(findTicketsTexts.email.de)).toHaveValue('');
    const mail = await waitForEmail(request, email, 'find-tickets');
    expect(mail.subject).toBe('Ihre Karten');
    expect(mail.text).toContain(orderNo);
    const link = /https?:\/\/[^/\s]+(\/ticketshop\/order-confirmation\?token=\S+)/.exec(mail.text);
    await page.goto(link?.[1] ?? '');
    await expect(page.getByRole('main')).toContainText(orderNo);
  },
);
