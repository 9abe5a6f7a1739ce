// The whole API against api.md and product.md 5 to 9, sentence by sentence, by a plain HTTP client.
import { describe } from 'vitest';
import { openShopProcess } from '../shop-process.ts';
import { accounts } from './accounts.ts';
import { cartCalls } from './cart.ts';
import { contactAndNewsletter } from './contact.ts';
import { conventions } from './conventions.ts';
import { deliveryDetails } from './details.ts';
import { createClient } from '../http-client.ts';
import { payment } from './payment.ts';
import { productTable } from './product-table.ts';
import { programme } from './programme.ts';
import { protection } from './protection.ts';
import { statuses } from './statuses.ts';

const shop = await openShopProcess({
  PUBLIC_URL: 'https://festival.example',
  APP_SECRET: 'short',
  SITE_ORIGINS: 'https://partner.example',
  TRUSTED_PROXY: '127.0.0.9',
  METRICS_TOKEN: 'm',
});
const parts = { shop, call: createClient(shop.url) };

describe('conventions', () => conventions(parts));
describe('statuses', () => statuses(parts));
describe('festival, concerts, countries', () => programme(parts));
describe('cart', () => cartCalls(parts));
describe('delivery details', () => deliveryDetails(parts));
describe('payment and order', () => payment(parts));
describe('accounts', () => accounts(parts));
describe('contact and newsletter', () => contactAndNewsletter(parts));
describe('protection and operations', () => protection(parts));
describe('the table of product.md 7', () => productTable(parts));
