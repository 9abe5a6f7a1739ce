import type { Pool, PoolClient } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { readPairingCode, swapYAndZ } from '#contract/door/ticket-code.ts';
import type { Device, Paired } from '#contract/door/wire.ts';
import { writeAuditEvent } from '../operations/audit-entry.ts';
import type { StepContext } from '../operations/define.ts';
import { countSuccess } from '../operations/limit.ts';
import { inTransaction } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { hashToken, randomToken } from '../platform/security/signed-tokens.ts';

// Devices of the door: paired by a code, known by a token, of which only hashes are stored (door.md 3). Their outputs
// have the names of the door's wire, which the app and the fold share (contract/door/wire.ts).

/** Events of a device whose time is over are taken for so long. */
const GRACE_DAYS = 7;
/** The office need not know to the second when a device was last heard of. */
const SEEN_SECONDS = 15;

/** A device, as its token finds it. */
export interface DeviceRow {
  id: number;
  name: string;
  entrance: string | null;
  concert_ids: number[];
  valid_until: Date;
  acked: number;
  /** By the database's clock, of which all processes have only one. */
  now: Date;
}

/** A moment with its milliseconds, which the order of events needs. */
export const toExactIso = (moment: Date): string =>
  toBerlinIso(moment).replace(
    /(?=[+-]\d\d:\d\d$)/,
    `.${String(moment.getUTCMilliseconds()).padStart(3, '0')}`,
  );

/** A device on the wire. */
export const toDevice = (row: DeviceRow): Device => ({
  id: row.id,
  name: row.name,
  entrance: row.entrance,
  concert_ids: row.concert_ids,
  valid_until: toBerlinIso(row.valid_until),
});

const selectDevice = `select d.id, d.name, d.entrance, p.concert_ids, d.valid_until, d.acked, d.seen_at, d.left_at,
    d.revoked_at, clock_timestamp() as now
  from door_device d join door_pairing p on p.id = d.pairing_id where d.token_hash = $1`;

/**
 * The device of a token. `lock`: in a transaction that takes its events, also for a while after its time. 401 without
 * one, 419 after its time.
 */
export async function getDevice(
  client: Pool | PoolClient,
  token: string | null,
  lock = false,
): Promise<DeviceRow> {
  const { rows } = await client.query<
    DeviceRow & { seen_at: Date; left_at: Date | null; revoked_at: Date | null }
  >(`${selectDevice} ${lock ? 'for update of d' : ''}`, [hashToken(token ?? '')]);
  const [row] = rows;
  if (row?.revoked_at) throw new Problem('door_revoked');
  if (!row || row.left_at) throw new Problem('door_token');
  const end = row.valid_until.getTime() + (lock ? GRACE_DAYS * 86_400_000 : 0);
  if (row.now.getTime() > end) throw new Problem('door_ended');
  if (row.now.getTime() - row.seen_at.getTime() > SEEN_SECONDS * 1000) {
    await client.query('update door_device set seen_at = now() where id = $1', [row.id]);
  }
  return row;
}

/** The fields with which a device asks to be paired. */
interface PairInput {
  code: string;
  device_name: string;
  entrance?: string | undefined;
}

/** Pairs a device. 401 for a code that is unknown, used up, over or revoked. */
export async function pairDevice(context: StepContext, input: PairInput): Promise<Paired> {
  const { deps, caller } = context;
  const code = readPairingCode(input.code) ?? '';
  const token = randomToken();
  const device = await inTransaction(deps.pool, async (client) => {
    const { rows } = await client.query<{ id: number; label: string | null }>(
      `select id, label from door_pairing p
       where code_hash = any ($1) and revoked_at is null and redeem_until > now()
         and devices > (select count(*) from door_device d where d.pairing_id = p.id) for update`,
      [[code, swapYAndZ(code)].map(hashToken)],
    );
    const [pairing] = rows;
    if (!pairing) throw new Problem('door_code');
    const { rowCount } = await client.query(
      `insert into door_device (pairing_id, token_hash, name, entrance, valid_until)
       select id, $2, $3, $4, now() + make_interval(hours => valid_hours) from door_pairing p
       where id = $1 and devices > (select count(*) from door_device d where d.pairing_id = p.id)`,
      [pairing.id, hashToken(token), input.device_name, input.entrance ?? null],
    );
    // another device was faster
    if (rowCount === 0) throw new Problem('door_code');
    const row = await getDevice(client, token);
    await auditDevice(client, 'door:redeem', row, caller.requestId);
    return row;
  });
  await countSuccess(deps, 'door:redeem', caller, input);
  return {
    device_token: token,
    device: toDevice(device),
    server_time: toExactIso(device.now),
  };
}

/** Signs a device out; a second time changes nothing. */
export async function leaveDoor({ deps, caller }: StepContext): Promise<Record<string, never>> {
  await inTransaction(deps.pool, async (client) => {
    const { rows } = await client.query<Pick<DeviceRow, 'id' | 'name'> & { is_new: boolean }>(
      `update door_device d set left_at = coalesce(d.left_at, now()) from door_device before
       where before.id = d.id and d.token_hash = $1 and d.revoked_at is null
       returning d.id, d.name, before.left_at is null as is_new`,
      [hashToken(caller.token ?? '')],
    );
    const [row] = rows;
    // says why
    if (!row) await getDevice(client, caller.token);
    if (row?.is_new) await auditDevice(client, 'door:leave', row, caller.requestId);
  });
  return {};
}

/** Writes what a device has done into the audit log: nobody has signed in there. */
export async function auditDevice(
  client: PoolClient,
  command: 'door:redeem' | 'door:leave' | 'door:override',
  { id, name }: Pick<DeviceRow, 'id' | 'name'>,
  requestId: string | null,
  after?: Record<string, unknown>,
): Promise<void> {
  await writeAuditEvent(client, {
    actor: { id: null, name, role: null },
    command,
    thing: { kind: 'door-device', id, name },
    ...(after && { after }),
    requestId,
  });
}
