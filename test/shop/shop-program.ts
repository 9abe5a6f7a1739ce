// Another process of the shop under test. Argument: JSON with the database's connection and the sandbox's URL.
// Prints its own URL.
import { z } from 'zod';
import { openDatabases } from '#server/platform/database/database.ts';
import { createLog } from '#server/platform/log.ts';
import { startTestShop } from './start-test-shop.ts';

const facts = z
  .object({
    connection: z.union([
      z.object({ connectionString: z.string() }),
      z.object({ host: z.string(), port: z.number(), user: z.string(), database: z.string() }),
    ]),
    sandboxUrl: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));
const log = createLog({ level: 'error', isReadable: true });
const shop = await startTestShop(
  openDatabases(facts.connection, log),
  { url: facts.sandboxUrl, stripeJsUrl: '', setWebhookUrl: () => undefined },
  { log, takesWebhooks: false },
);
console.log(shop.url);
