import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { DeliveryMethod } from '#contract/codes.ts';
import { deliveryDetails } from '#test/buyer.ts';
import type { Account } from './accounts.ts';
import { findConcert } from './concerts.ts';

// Prepares the state that a test needs over the API, which is quicker than through the pages. The calls share the
// page's cookies.

/** Adds tickets of the concert with this German title to this browser's cart; returns the cart session. */
export async function prepareCart(
  page: Page,
  title: string,
  { type = 0, quantity = 1 } = {},
): Promise<string> {
  const { productId, ticketTypes } = await findConcert(page.request, title);
  const sessionId = randomUUID();
  const items = [{ productId, id: ticketTypes[type], quantity }];
  const response = await page.request.post('/cart', { data: { sessionId, items } });
  expect(await response.json()).toMatchObject({ msgCode: 6102 });
  await page.addInitScript((id) => {
    // the card provider's frames have their own storage
    if (window === window.top && localStorage.getItem('ticketShopSessionId') === null) {
      localStorage.setItem('ticketShopSessionId', id);
    }
  }, sessionId);
  return sessionId;
}

/** Differences from one full-price ticket, delivered online. */
interface PaymentOptions {
  type?: number;
  quantity?: number;
  email?: string;
  method?: DeliveryMethod;
  /** The customer who orders; a guest by default. */
  account?: Account;
}

/** Prepares a cart with delivery details and method, ready to pay; returns the cart session. */
export async function preparePayment(
  page: Page,
  title: string,
  options: PaymentOptions = {},
): Promise<string> {
  const { type = 0, quantity = 1, account, method = 'onlineticket' } = options;
  const { email = account?.email ?? deliveryDetails.email } = options;
  const headers: Record<string, string> = account
    ? { authorization: `Bearer ${account.token}` }
    : {};
  const sessionId = await prepareCart(page, title, { type, quantity });
  const details = { ...deliveryDetails, sessionId, email };
  const saved = await page.request.post('/delivery-details', { headers, data: details });
  expect(saved.ok()).toBe(true);
  const choice = { sessionId, deliveryMethod: method };
  const chosen = await page.request.post(`/cart/delivery/${sessionId}`, { headers, data: choice });
  expect(chosen.ok()).toBe(true);
  return sessionId;
}

/**
 * Makes the next form ask for more tickets than exist: it is refused without taking any from others. The field is set
 * when the form is read: a field set before would be reset when the page renders again.
 */
export async function requestTooMany(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.addEventListener(
      'formdata',
      ({ formData }) => {
        const quantity = [...formData.keys()].find((name) => name.startsWith('quantity-'));
        if (quantity !== undefined) formData.set(quantity, '5000');
      },
      { once: true },
    ),
  );
}
