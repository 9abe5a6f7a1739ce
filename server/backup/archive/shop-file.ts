import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { StartError } from '../../platform/errors.ts';
import { baseBackupNames } from './backup-dir.ts';

/** `shop.json` of a base backup: what a restored shop needs besides its database. */
export const ShopFile = z.object({
  /** Version of the program, of package.json. */
  program: z.string(),
  /** Recognises the secret without revealing it (secret-fingerprint.ts). */
  secretPrint: z.string(),
  /** Null if the environment sets it. */
  appSecret: z.string().nullable(),
  /** Of the manifest (sign.ts); missing in base backups of earlier versions. */
  signature: z.string().optional(),
});
export type ShopFile = z.infer<typeof ShopFile>;

/** Writes it into the folder of a base backup, readable by its owner only. */
export async function writeShopFile(folder: string, shop: ShopFile): Promise<void> {
  const text = `${JSON.stringify(shop, null, 2)}\n`;
  await writeFile(path.join(folder, baseBackupNames.shop), text, { mode: 0o600, flush: true });
}

/** Reads it. Throws StartError if it is missing or damaged. */
export async function readShopFile(folder: string): Promise<ShopFile> {
  const file = path.join(folder, baseBackupNames.shop);
  try {
    return ShopFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new StartError(`${file} is missing or damaged; delete its folder.`, { cause });
  }
}
