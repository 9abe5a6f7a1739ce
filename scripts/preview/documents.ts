import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as samples from '#test/documents.ts';
import { drawDocument } from '#server/documents/store-documents.ts';

/**
 * Draws sample documents for inspection, and prints how long each takes: node scripts/preview/documents.ts [folder].
 */
const folder = process.argv[2] ?? 'data/document-sheet';
await mkdir(folder, { recursive: true });
const { invoice, englishInvoice, cancellation, ticket, confirmation } = samples;
const partial = { ...cancellation, refundedCents: 2450 };
const all = { invoice, englishInvoice, cancellation, partial, ticket, confirmation };
for (const [name, data] of Object.entries(all)) {
  const begin = performance.now();
  const bytes = await drawDocument(data);
  await writeFile(path.join(folder, `${name}.pdf`), bytes);
  const first = performance.now() - begin;
  for (let i = 0; i < 20; i++) await drawDocument(data);
  const each = (performance.now() - begin - first) / 20;
  console.log(
    `${name.padEnd(15)} ${(bytes.length / 1024).toFixed(0).padStart(4)} kB, first ${first.toFixed(0)} ms, then ${each.toFixed(1)} ms`,
  );
}
