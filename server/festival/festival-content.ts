import type { Language } from '#contract/language.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import type { Db } from '../platform/database/database.ts';
import type { EmailSender } from '../platform/mail/email.ts';
import { StartError } from '../platform/errors.ts';

/** The festival's content in memory; reloaded with the programme. */
export interface FestivalStore {
  content(): FestivalContent;
  reload(): Promise<void>;
  /** For head and foot of every mail. */
  sender(language: Language, publicUrl: string): EmailSender;
}

/** Loads the festival. Throws StartError if the database has none. */
export async function loadFestival(db: Db): Promise<FestivalStore> {
  let content = await read(db);
  return {
    content: () => content,
    async reload() {
      content = await read(db);
    },
    sender(language, publicUrl) {
      const { name, street, postalCode, city, email } = content.association;
      return {
        name: content.name,
        tagline: content.tagline[language],
        addressLines: [name, street, `${postalCode} ${city}`],
        email,
        siteUrl: publicUrl,
      };
    },
  };
}

async function read(db: Db): Promise<FestivalContent> {
  const row = await db.selectFrom('festival').select('content').executeTakeFirst();
  if (row === undefined) {
    throw new StartError(
      'The database has no festival yet; load one with "npm run office -- load FILE", or start with DEMO=1.',
    );
  }
  return row.content as FestivalContent;
}
