import path from 'node:path';
import type { Pool } from 'pg';
import { z } from 'zod';
import { languages } from '#contract/language.ts';
import { demoFolder } from '../programme/load-programme.ts';
import { readYaml } from '../programme/read-programme.ts';

const Subscriber = z.strictObject({ email: z.email(), language: z.enum(languages) });

async function readSubscriber(): Promise<z.infer<typeof Subscriber>> {
  const { content } = await readYaml(path.join(demoFolder, 'subscriber.yaml'), 'subscriber.yaml');
  return Subscriber.parse(content);
}

/** Adds the demonstration's subscriber: confirmed, with an invented address (product.md 2). */
export async function addDemoSubscriber(pool: Pool): Promise<void> {
  const { email, language } = await readSubscriber();
  await pool.query(
    `insert into newsletter_subscription
       (email, language, receive_news_email, general, concert_daily, confirmed_at)
     values ($1, $2, true, true, true, now())
     on conflict (email_key) where account_id is null do nothing`,
    [email, language],
  );
}

/** The subscriber whose preferences the startup banner links to; null without the demonstration. */
export async function findDemoSubscriber(
  pool: Pool,
): Promise<{ id: number; generation: number } | null> {
  const { email } = await readSubscriber();
  const { rows } = await pool.query<{ id: number; generation: number }>(
    `select id, generation from newsletter_subscription
     where account_id is null and email_key = email_key($1)`,
    [email],
  );
  return rows[0] ?? null;
}
