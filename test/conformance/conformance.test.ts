// The whole API against api.md and product.md 5 to 9, sentence by sentence, over HTTP.
import { describe } from 'vitest';
import { openDemoShop } from '../open-demo-shop.ts';
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

const shop = await openDemoShop({
  PUBLIC_URL: 'https://festival.example',
  APP_SECRET: 'short',
  SITE_ORIGINS: 'https://partner.example',
  TRUSTED_PROXY: '127.0.0.9',
  METRICS_TOKEN: 'm',
});
const suite = { shop, call: createClient(shop.url) };

describe('conventions', () => conventions(suite));
describe('statuses', () => statuses(suite));
describe('festival, concerts, countries', () => programme(suite));
describe('cart', () => cartCalls(suite));
describe('delivery details', () => deliveryDetails(suite));
describe('payment and order', () => payment(suite));
describe('accounts', () => accounts(suite));
describe('contact and newsletter', () => contactAndNewsletter(suite));
describe('protection and operations', () => protection(suite));
describe('the table of product.md 7', () => productTable(suite));
