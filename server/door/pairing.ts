import { randomInt } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { CROCKFORD } from '#contract/door/ticket-code.ts';
import { PAIRING_CODE_LENGTH } from '#contract/door/wire.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { doorOfficeTexts } from '#messages/office/door.ts';
import { formTexts } from '#messages/office/forms.ts';
import { defineChange, SECRET_OUTPUT_SECONDS } from '../operations/define.ts';
import { choice, optionalText, rowId, text } from '../operations/entries.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import { hashToken } from '../platform/security/signed-tokens.ts';

// Device codes: what the office makes, shows once and takes back (door.md 3).

const REDEEM_HOURS = 12;
const MAX_LABEL_LENGTH = 60;

/** A whole number up to `max`; a call may leave it out. */
const count = (max: number, preset: number) =>
  z.coerce
    .string()
    .trim()
    .default('')
    .transform((value, context) => {
      if (value === '') return preset;
      const number = /^\d{1,3}$/.test(value) ? Number(value) : 0;
      if (number >= 1 && number <= max) return number;
      const bounds = { min: 1, max };
      const message = { de: formTexts.number.de(bounds), en: formTexts.number.en(bounds) };
      context.addIssue({ code: 'custom', params: { text: message } });
      return z.NEVER;
    });

/** What a device code is for: concerts, and the words that name them in the audit log. */
export interface Doors {
  ids: number[];
  name: string;
}

/** The concerts of a day such as 2025-08-23, or the one with this id or slug; null for none. */
export async function findDoors(client: Pool | PoolClient, chosen: string): Promise<Doors | null> {
  const { rows } = await client.query<{ id: number; title: string }>(
    `select id, title_de as title from concert
     where id::text = $1 or slug = $1 or (starts_at at time zone 'Europe/Berlin')::date::text = $1
     order by starts_at, id`,
    [chosen],
  );
  const [first] = rows;
  if (!first) return null;
  return { ids: rows.map(({ id }) => id), name: rows.length === 1 ? first.title : chosen };
}

/** Makes a device code for a concert or for all concerts of a day. */
export const makePairing = defineChange({
  may: adminAndOffice,
  secretSeconds: SECRET_OUTPUT_SECONDS,
  input: z.object({
    for: text(100),
    devices: count(30, 2),
    valid: count(36, 12),
    label: optionalText(MAX_LABEL_LENGTH),
  }),
  async run({ client, deps }, { for: chosen, devices, valid, label }) {
    const doors = await findDoors(client, chosen);
    if (!doors) throw invalidField('for', doorOfficeTexts.unknown);
    const code = Array.from({ length: PAIRING_CODE_LENGTH }, () =>
      CROCKFORD.charAt(randomInt(CROCKFORD.length)),
    ).join('');
    const { rows } = await client.query<{ id: number; redeem_until: Date }>(
      `insert into door_pairing (code_hash, concert_ids, label, devices, valid_hours, redeem_until)
       values ($1, $2, $3, $4, $5, now() + interval '${REDEEM_HOURS} hours') returning id, redeem_until`,
      [hashToken(code), doors.ids, label, devices, valid],
    );
    const [row] = rows;
    if (!row) throw new Error('the device code was not written');
    const output = {
      id: row.id,
      url: `${deps.publicUrl()}/door#pair=${code}`,
      code,
      concert_ids: doors.ids,
      devices,
      redeem_until: toBerlinIso(row.redeem_until),
      valid_hours: valid,
    };
    const thing = { kind: 'door-pairing', id: row.id, name: label ?? doors.name };
    return { output, audit: { thing, after: { concerts: doors.name, devices, valid } } };
  },
});

/** Takes a device code back with all its devices, or one device. Nothing happens if that has been done. */
export const revoke = defineChange({
  may: adminAndOffice,
  input: z.object({ what: choice(['pairing', 'device']), id: rowId() }),
  async run({ client }, { what, id }) {
    const { rows } = await client.query<{ name: string; is_revoked: boolean }>(
      what === 'pairing'
        ? `select coalesce(label, '') as name, revoked_at is not null as is_revoked
           from door_pairing where id = $1 for update`
        : `select name, revoked_at is not null as is_revoked from door_device where id = $1 for update`,
      [id],
    );
    const [row] = rows;
    if (!row) throw new Problem('not_found');
    if (row.is_revoked) return { output: {} };
    if (what === 'pairing') {
      await client.query('update door_pairing set revoked_at = now() where id = $1', [id]);
    }
    await client.query(
      `update door_device set revoked_at = now()
       where ${what === 'pairing' ? 'pairing_id' : 'id'} = $1 and revoked_at is null`,
      [id],
    );
    return { output: {}, audit: { thing: { kind: `door-${what}`, id, name: row.name } } };
  },
});
