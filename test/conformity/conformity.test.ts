// The whole API against api.md and product.md sections 5 to 9, sentence by sentence, by a plain HTTP client.
import { describe } from 'vitest';
import { openShopProcess } from '../shop-process.ts';
import { createClient } from './http-client.ts';
import { conventions } from './conventions.ts';
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
