import type { Pool } from 'pg';
import { berlinDate, toBerlinIso } from '#contract/berlin-time.ts';
import { formatDate, formatDayAndTime } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { doorOfficeTexts } from '#messages/office/door.ts';

// Device codes and devices, as the office lists them (door.md 8).

/** The state of a device code or a device. */
type State = 'active' | 'over' | 'revoked' | 'left';

const MAX_LISTED = 200;

const concertsSql = `(select coalesce(string_agg(case when $1 = 'de' then c.title_de else c.title_en end, ', '
    order by c.starts_at, c.id), '') from concert c where c.id = any (p.concert_ids)) as concerts`;

const pairingsSql = `select p.id, coalesce(p.label, '') as label, p.devices, p.redeem_until as until, ${concertsSql},
    (select count(*)::integer from door_device d where d.pairing_id = p.id) as paired,
    case when p.revoked_at is not null then 'revoked' when p.redeem_until < now() then 'over'
      else 'active' end as state
  from door_pairing p order by p.id desc limit ${MAX_LISTED}`;

const devicesSql = `select d.id, d.name, d.entrance, d.seen_at, d.valid_until as until, ${concertsSql},
    (select count(*)::integer from door_event e where e.device_id = d.id) as events,
    case when d.revoked_at is not null then 'revoked' when d.left_at is not null then 'left'
      when d.valid_until < now() then 'over' else 'active' end as state
  from door_device d join door_pairing p on p.id = d.pairing_id order by d.id desc limit ${MAX_LISTED}`;

interface Row {
  id: number;
  concerts: string;
  until: Date;
  state: State;
}

interface PairingRow extends Row {
  label: string;
  devices: number;
  paired: number;
}

interface DeviceRow extends Row {
  name: string;
  entrance: string | null;
  seen_at: Date;
  events: number;
}

/** Device codes and devices, the newest first. */
export async function listDevices(pool: Pool, language: Language) {
  const pairings = await pool.query<PairingRow>(pairingsSql, [language]);
  const devices = await pool.query<DeviceRow>(devicesSql, [language]);
  return {
    pairings: pairings.rows.map((row) => ({ ...row, until: toBerlinIso(row.until) })),
    devices: devices.rows.map(({ seen_at: seenAt, ...row }) => ({
      ...row,
      until: toBerlinIso(row.until),
      lastHeard: toBerlinIso(seenAt),
    })),
  };
}

/** What a device code can be for: days with several concerts, and every concert. */
export async function listDoors(pool: Pool, language: Language) {
  const { rows } = await pool.query<{ id: number; title: string; starts_at: Date }>(
    `select id, case when $1 = 'de' then title_de else title_en end as title, starts_at from concert
     order by starts_at, id`,
    [language],
  );
  const t = pickTexts(doorOfficeTexts, language);
  const byDay = Map.groupBy(rows, ({ starts_at: at }) => berlinDate(at));
  return [...byDay].flatMap(([day, concerts]) => [
    ...(concerts.length > 1
      ? [{ value: day, label: t.allOf({ day: formatDate(day, language) }), id: null }]
      : []),
    ...concerts.map(({ id, title, starts_at: at }) => ({
      value: String(id),
      label: `${formatDayAndTime(toBerlinIso(at), language)}: ${title}`,
      id,
    })),
  ]);
}
