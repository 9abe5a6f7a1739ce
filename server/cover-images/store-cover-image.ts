import type { Pool, PoolClient } from 'pg';
import type { EncodedImage } from './encode-cover-image.ts';

/** Stores an encoded image, unless it is stored already. */
export async function storeCoverImage(
  client: PoolClient,
  { name, width, height, files }: EncodedImage,
): Promise<void> {
  const { rowCount } = await client.query(
    'insert into cover_image (name, width, height) values ($1, $2, $3) on conflict do nothing',
    [name, width, height],
  );
  if (rowCount === 0) return;
  for (const { file, bytes } of files) {
    await client.query(
      'insert into cover_image_file (file, cover_image, bytes) values ($1, $2, $3)',
      [file, name, Buffer.from(bytes)],
    );
  }
}

/** The bytes of a file such as '<name>-960.avif'; null for an unknown one. */
export async function findCoverImageFile(pool: Pool, file: string): Promise<Buffer | null> {
  const { rows } = await pool.query<{ bytes: Buffer }>(
    'select bytes from cover_image_file where file = $1',
    [file],
  );
  return rows[0]?.bytes ?? null;
}
