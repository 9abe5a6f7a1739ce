import type { Pool } from 'pg';
import { screens } from '#contract/office/screens.ts';

/** A value for each parameter of a path, from existing rows. */
const samples: [RegExp, string][] = [
  [
    /^\/office\/concerts\/:id\/(?!box-office)/,
    'select concert_id from concert_version order by concert_id limit 1',
  ],
  [
    /^\/office\/concerts\/:id/,
    'select max(c.id) from concert c join product p on p.concert_id = c.id',
  ],
  [/^\/office\/orders\/:orderNo/, 'select order_no from orders order by id desc limit 1'],
  [/^\/office\/mails\/:id/, 'select max(id) from mail'],
  [/^\/office\/messages\/:id/, 'select max(id) from contact_message'],
  [/^\/office\/staff\/:id/, 'select min(id) from staff'],
];
/** These change nothing by GET, but show no page either. */
const withoutPage = /sign-in|sign-out|language|confirm-identity|invitation|\.csv$|\.json$/;

/** The paths of all pages of the office, with rows that exist; those without a sample are left out. */
export async function listOfficePages(pool: Pool): Promise<string[]> {
  const paths: string[] = [];
  for (const path of Object.keys(screens)) {
    if (withoutPage.test(path)) continue;
    const sample = samples.find(([pattern]) => pattern.test(path));
    if (!path.includes(':')) paths.push(path);
    else if (sample !== undefined) {
      const { rows } = await pool.query<Record<string, string | number | null>>(sample[1]);
      const value = Object.values(rows[0] ?? {})[0];
      const filled = path.replace(/:\w+/, String(value ?? ''));
      if (value !== null && value !== undefined && !filled.includes(':')) paths.push(filled);
    }
  }
  return paths;
}
