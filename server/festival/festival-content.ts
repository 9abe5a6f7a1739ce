import type { FestivalContent } from '../programme/programme-format.ts';
import type { Db } from '../platform/database.ts';
import { StartError } from '../platform/start-error.ts';

/** The association's data, in memory; read anew with the programme. */
export interface FestivalHolder {
  content(): FestivalContent;
  reload(): Promise<void>;
}

/** Reads the festival. Throws StartError when none has been loaded yet. */
export async function openFestival(db: Db): Promise<FestivalHolder> {
  let content = await read(db);
  return {
    content: () => content,
    async reload() {
      content = await read(db);
    },
  };
}

async function read(db: Db): Promise<FestivalContent> {
  const row = await db.selectFrom('festival').select('content').executeTakeFirst();
  if (row === undefined) {
    throw new StartError(
      'The database holds no festival yet; load one with "npm run office -- load FILE", or start with DEMO=1.',
    );
  }
  return row.content as unknown as FestivalContent;
}
