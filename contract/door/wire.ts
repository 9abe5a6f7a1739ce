// The wire of the door (door.md 7) as app and server know it. Zod-free: the app bundles it.

/** What an event says: somebody was let in, let in against the verdict, refused, or the device takes one back. */
export const eventKinds = ['admit', 'override', 'refuse', 'undo'] as const;
export type EventKind = (typeof eventKinds)[number];

/** How a ticket came to the device; `order` means by the order's number. */
export const admitVias = ['camera', 'hand', 'typed', 'order'] as const;
export type AdmitVia = (typeof admitVias)[number];

/** Reasons to let somebody in who was refused: was briefly outside, the box office decided (door.md 5). */
export const overrideReasons = ['outside', 'box_office'] as const;
export type OverrideReason = (typeof overrideReasons)[number];

/** Reasons to take an event back: mistake, wrong person, left again (door.md 5). */
export const undoReasons = ['mistake', 'wrong_person', 'left'] as const;
export type UndoReason = (typeof undoReasons)[number];

/** The results with which a device refuses somebody (door.md 5). */
export const refusals = [
  'already_in',
  'void',
  'wrong_concert',
  'wrong_day',
  'unknown',
  'unreadable',
] as const;
export type Refusal = (typeof refusals)[number];

/** State of a ticket in a list. */
export const ticketStates = { valid: 0, void: 1, replaced: 2 } as const;
export type TicketState = (typeof ticketStates)[keyof typeof ticketStates];

/** A ticket in a list: id, type's id, order number, state, and the moment it became void. */
export type TicketRow = [
  id: number,
  typeId: number,
  orderNo: string,
  state: TicketState,
  voidedAt?: string,
];

/** A ticket in the changes: its concert's id, then its row. */
export type ChangedTicket = [concertId: number, ...TicketRow];

/** What each kind of event has besides the common parts. */
interface EventDetails {
  ticket_id?: number | undefined;
  via?: AdmitVia | undefined;
  unlisted?: boolean | undefined;
  /** Of an override or an undo. */
  reason?: string | undefined;
  /** Of a refuse. */
  result?: Refusal | undefined;
  /** Of an undo: the number `n` of an event of the same device. */
  undoes?: number | undefined;
}

/** An event as a device sends it. */
export interface EventIn extends EventDetails {
  /** 1, 2, 3 … on each device. */
  n: number;
  kind: EventKind;
  concert_id: number;
  /** By the device's clock, ISO 8601. */
  at: string;
  /** The server's clock minus the device's at their last contact. */
  offset_ms: number;
}

/** An event as everybody gets it, and as the fold takes it. */
export interface DoorEvent extends EventDetails {
  device_id: number;
  n: number;
  kind: EventKind;
  concert_id: number;
  /** ISO 8601 with milliseconds. */
  happened_at: string;
  /** The device's clock was wrong, so that `happened_at` is the time of receipt. */
  clock?: boolean | undefined;
  /** Name and entrance of the device, for people; not in the device's own events before they are sent. */
  device_name?: string | undefined;
  entrance?: string | null | undefined;
}

/** What an admit is once all events are known (door.md 6). */
export const verdicts = ['counted', 'duplicate', 'after_void', 'unlisted'] as const;
export type Verdict = (typeof verdicts)[number];

/** What became of an event that was sent. */
export const eventStatuses = ['stored', 'known', 'refused'] as const;
/** Why an event is refused: it can never be stored. */
export const refusedReasons = ['malformed', 'reused', 'scope', 'ended'] as const;

/** The response to one event; `n` as it was sent, null where that is no number. */
export interface EventResult {
  n: number | null;
  status: (typeof eventStatuses)[number];
  reason?: (typeof refusedReasons)[number] | undefined;
  verdict?: Verdict | undefined;
}

/** A device that may admit people. */
export interface Device {
  id: number;
  name: string;
  entrance: string | null;
  concert_ids: number[];
  valid_until: string;
}

/** A concert that is not the device's, to say where a ticket belongs. */
export interface OtherConcert {
  id: number;
  title_german: string;
  title_english: string;
  starts_at: string;
  venue_german: string;
  venue_english: string;
}

/** A concert of the device. */
export interface DoorConcert extends OtherConcert {
  ticket_types: {
    id: number;
    name_german: string;
    name_english: string;
    note_german: string | null;
    note_english: string | null;
    expected: number;
  }[];
}

/** The tickets of a concert. */
export interface TicketList {
  concert_id: number;
  made_at: string;
  /** Every ticket up to this id is in the list. */
  complete_to: number;
  /** Changes after it begin with every event, and with the tickets that changed since the list. */
  cursor: string;
  /** 32 bytes of Ed25519 in base64. */
  public_key: string;
  tickets: TicketRow[];
}

/** What is new since a cursor. */
export interface Changes {
  cursor: string;
  server_time: string;
  /** Whether there is more to read at once. */
  more: boolean;
  /** Every event of this device up to this number has arrived. */
  acked: number;
  events: DoorEvent[];
  tickets: ChangedTicket[];
}

/** Response of a pairing. */
export interface Paired {
  device_token: string;
  device: Device;
  server_time: string;
}

/** Events in one request. */
export const MAX_EVENTS_SENT = 500;
/** Bytes of such a request. */
export const MAX_EVENTS_BYTES = 1_000_000;
/** Events in one response of changes. */
export const MAX_EVENTS_READ = 1000;
/** Characters of a pairing code. */
export const PAIRING_CODE_LENGTH = 27;
/** Length of a device's name and of an entrance in characters. */
export const MAX_DEVICE_NAME_LENGTH = 40;
