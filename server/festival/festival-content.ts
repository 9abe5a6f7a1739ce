import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
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
export async function loadFestival(pool: Pool): Promise<FestivalStore> {
  let content = await read(pool);
  return {
    content: () => content,
    async reload() {
      content = await read(pool);
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

async function read(pool: Pool): Promise<FestivalContent> {
  const { rows } = await pool.query<{ content: FestivalContent }>('select content from festival');
  const [row] = rows;
  if (row === undefined) {
    throw new StartError(
      'The database has no festival yet; load one with "npm run office -- load FILE", or start with DEMO=1.',
    );
  }
  return row.content;
}
