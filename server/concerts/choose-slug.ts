import anyAscii from 'any-ascii';
import type { PoolClient } from 'pg';

const MAX_STEM_LENGTH = 60;

/** The name by which documents refer to a row: made of its own, once, and of no other row in the table. */
export async function chooseSlug(client: PoolClient, table: string, name: string): Promise<string> {
  const stem =
    anyAscii(name)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, MAX_STEM_LENGTH)
      .replaceAll(/^-|-$/g, '') || table.replaceAll('_', '-');
  const { rows } = await client.query<{ slug: string }>(
    `select slug from ${table} where slug = $1 or slug like $1 || '-%'`,
    [stem],
  );
  const taken = new Set(rows.map(({ slug }) => slug));
  let slug = stem;
  for (let number = 2; taken.has(slug); number++) slug = `${stem}-${number}`;
  return slug;
}
