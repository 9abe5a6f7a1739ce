// The schemas of the door's calls (door.md 7); endpoints.ts joins them with the others.
import { z } from 'zod';
import { dateTime, entityId, omittable, requiredLine, requiredText } from '../fields.ts';
import type { Endpoint, EndpointName } from '../paths.ts';
import {
  admitVias,
  eventKinds,
  eventStatuses,
  MAX_DEVICE_NAME_LENGTH,
  MAX_EVENTS_BYTES,
  MAX_EVENTS_SENT,
  refusals,
  refusedReasons,
  verdicts,
} from './wire.ts';

/** A ticket's code has 5 bytes for its id. */
const MAX_TICKET_ID = 2 ** 40 - 1;
/** Far more than anybody can press in the 36 hours of a device. */
const MAX_EVENT_NUMBER = 1_000_000;
/** Ten years: further away, a clock says nothing. */
const MAX_OFFSET_MS = 315_576_000_000;

const eventNumber = z.int().min(1).max(MAX_EVENT_NUMBER);
const ticketId = z.int().min(1).max(MAX_TICKET_ID);
/** The database stores it as JSON, which has no half characters. */
const reason = requiredLine('REQUIRED', 100).refine((value) => value.isWellFormed());
/** The years that the database and ISO 8601 write alike. */
const moment = z.iso.datetime({ offset: true }).refine((value) => {
  const year = new Date(value).getUTCFullYear();
  return year >= 1 && year <= 9999;
});
const common = {
  n: eventNumber,
  concert_id: z.int().min(1).max(2_147_483_647),
  at: moment,
  offset_ms: z.int().min(-MAX_OFFSET_MS).max(MAX_OFFSET_MS),
};

/** An event of a device; the server reads each by itself, so that a bad one refuses no other. */
export const EventInBody = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('admit'),
    ticket_id: ticketId,
    via: z.enum(admitVias),
    unlisted: z.boolean().optional(),
  }),
  z.object({ ...common, kind: z.literal('override'), ticket_id: ticketId.optional(), reason }),
  z.object({
    ...common,
    kind: z.literal('refuse'),
    result: z.enum(refusals),
    ticket_id: ticketId.optional(),
  }),
  z.object({ ...common, kind: z.literal('undo'), undoes: eventNumber, reason }),
]);

export const PairBody = z.object({
  code: requiredText('REQUIRED', 500),
  device_name: requiredLine('REQUIRED', MAX_DEVICE_NAME_LENGTH),
  entrance: omittable(
    z.union([
      z.literal('').transform(() => undefined),
      requiredLine('REQUIRED', MAX_DEVICE_NAME_LENGTH),
    ]),
  ),
});

export const SendEventsBody = z.object({
  format: z.literal(1),
  events: z
    .array(z.unknown(), { error: 'INVALID' })
    .min(1, 'REQUIRED')
    .max(MAX_EVENTS_SENT, 'INVALID')
    .meta({ items: z.toJSONSchema(EventInBody, { io: 'input' }) }),
});

export const ChangesQuery = z.object({ after: z.string().max(100).optional() });

const Device = z.object({
  id: z.int(),
  name: z.string(),
  entrance: z.string().nullable(),
  concert_ids: z.array(z.int()),
  valid_until: dateTime(),
});

const OtherConcert = z.object({
  id: z.int(),
  title_german: z.string(),
  title_english: z.string(),
  starts_at: dateTime(),
  venue_german: z.string(),
  venue_english: z.string(),
});

const DoorConcert = OtherConcert.extend({
  ticket_types: z.array(
    z.object({
      id: z.int(),
      name_german: z.string(),
      name_english: z.string(),
      note_german: z.string().nullable(),
      note_english: z.string().nullable(),
      expected: z.int(),
    }),
  ),
});

const rowParts = [
  z.int(),
  z.int(),
  z.string(),
  z.literal([0, 1, 2]),
  dateTime().optional(),
] as const;
const Row = z.tuple(rowParts);
const ChangedRow = z.tuple([z.int(), ...rowParts]);

const DoorEvent = z.object({
  device_id: z.int(),
  device_name: z.string().optional(),
  entrance: z.string().nullish(),
  n: z.int(),
  kind: z.enum(eventKinds),
  concert_id: z.int(),
  happened_at: dateTime(),
  clock: z.boolean().optional(),
  ticket_id: z.int().optional(),
  via: z.enum(admitVias).optional(),
  unlisted: z.boolean().optional(),
  reason: z.string().optional(),
  result: z.enum(refusals).optional(),
  undoes: z.int().optional(),
});

const data = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ data: z.object(shape) });

/** The calls of the door's devices (door.md 7). */
export const doorEndpoints = {
  pairDoorDevice: {
    summary: 'Make this device one of the door, with a device code',
    body: PairBody,
    status: 201,
    response: data({ device_token: z.string(), device: Device, server_time: dateTime() }),
    problems: ['invalid', 'door_code', 'too_many'],
  },
  getDoorDevice: {
    summary: 'This device',
    response: z.object({ data: Device, server_time: dateTime() }),
    bearer: 'device',
    problems: [],
  },
  leaveDoor: {
    summary: 'Sign this device out',
    status: 204,
    bearer: 'device',
    problems: [],
  },
  listDoorConcerts: {
    summary: "The device's concerts, and the others of the programme",
    response: data({ concerts: z.array(DoorConcert), others: z.array(OtherConcert) }),
    bearer: 'device',
    problems: [],
  },
  getDoorList: {
    summary: 'Every ticket of a concert: id, type, order number, state, end of its validity',
    params: z.object({ concertId: entityId() }),
    response: data({
      concert_id: z.int(),
      made_at: dateTime(),
      complete_to: z.int(),
      cursor: z.string(),
      public_key: z.string(),
      tickets: z.array(Row),
    }),
    bearer: 'device',
    problems: ['door_scope', 'not_found', 'too_many'],
  },
  listDoorChanges: {
    summary: 'Events and tickets that are new since a cursor',
    query: ChangesQuery,
    response: data({
      cursor: z.string(),
      server_time: dateTime(),
      more: z.boolean(),
      acked: z.int(),
      events: z.array(DoorEvent),
      tickets: z.array(ChangedRow),
    }),
    bearer: 'device',
    problems: ['invalid', 'too_many'],
  },
  sendDoorEvents: {
    summary: 'What happened at the door; each event is stored once, in any order',
    body: SendEventsBody,
    maxBytes: MAX_EVENTS_BYTES,
    response: data({
      results: z.array(
        z.object({
          n: z.int().nullable(),
          status: z.enum(eventStatuses),
          reason: z.enum(refusedReasons).optional(),
          verdict: z.enum(verdicts).optional(),
        }),
      ),
      acked: z.int(),
      server_time: dateTime(),
    }),
    bearer: 'device',
    problems: ['invalid', 'too_many'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>;
