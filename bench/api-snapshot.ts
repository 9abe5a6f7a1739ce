// `node bench/api-snapshot.ts FILE [ROOT]`: starts the shop of ROOT (default: this checkout), makes a fixed sequence of
// calls, and writes every response to FILE with ids, tokens and times replaced. `diff` of two files shows how the API
// of two versions differs.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient } from '#test/http-client.ts';
import { createNormalizer } from './api-snapshot/normalize.ts';
import { recordCalls } from './api-snapshot/record-calls.ts';
import { withSnapshotShop } from './api-snapshot/start-snapshot-shop.ts';

const [, , file = 'api-snapshot.json', root = path.join(import.meta.dirname, '..')] = process.argv;

await withSnapshotShop(root, async ({ url }) => {
  const responses = await recordCalls(createClient(url, 'de'), createNormalizer(url));
  await writeFile(file, `${JSON.stringify(responses, null, 2)}\n`);
  console.log(`Wrote ${responses.length} responses to ${file}`);
});
