import { eventKey, foldDoor, type DoorState, type FoldedAdmit } from '#contract/door/fold.ts';
import type { Knowledge } from '#contract/door/judge.ts';
import type { VerifySignature } from '#contract/door/ticket-code.ts';
import {
  ticketStates,
  type DoorConcert,
  type DoorEvent,
  type OtherConcert,
  type TicketList,
  type TicketRow,
} from '#contract/door/wire.ts';
import { createVerify } from './verify.ts';

/** What the device knows of one concert: tickets, events, and what follows from both. */
export class Book {
  concert: DoorConcert;
  others: readonly OtherConcert[] = [];
  #list: Knowledge['list'] = null;
  #verify: VerifySignature = () => false;
  readonly #tickets = new Map<number, TicketRow>();
  readonly #events = new Map<string, DoorEvent>();
  #isStale = false;
  /** As of the last fold. */
  state: DoorState;

  constructor(concert: DoorConcert) {
    this.concert = concert;
    this.state = foldDoor(concert.id, [], []);
  }

  get hasList(): boolean {
    return this.#list !== null;
  }

  /** Brings the state up to date: before a check, and after its result is painted. */
  fold(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    this.state = foldDoor(this.concert.id, this.#tickets.values(), this.#events.values());
  }

  get knowledge(): Knowledge {
    return {
      concert: this.concert,
      others: this.others,
      list: this.#list,
      live: this.state.live,
    };
  }

  get verify(): VerifySignature {
    return this.#verify;
  }

  /** The rows as they are stored. */
  get rows(): TicketRow[] {
    return [...this.#tickets.values()];
  }

  async setList(list: Pick<TicketList, 'complete_to' | 'public_key' | 'tickets'>): Promise<void> {
    this.#verify = await createVerify(list.public_key);
    this.#tickets.clear();
    this.#list = { completeTo: list.complete_to, tickets: this.#tickets };
    for (const row of list.tickets) this.change(row);
  }

  change(row: TicketRow): void {
    this.#tickets.set(row[0], row);
    this.#isStale = true;
  }

  add(event: DoorEvent): void {
    this.#events.set(eventKey(event), event);
    this.#isStale = true;
  }

  ticket(id: number | undefined): TicketRow | undefined {
    return this.#tickets.get(id ?? 0);
  }

  /** The types of these tickets, each once. */
  typesOf(tickets: readonly (readonly [id: number, typeId: number, ...rest: unknown[]])[]) {
    return this.concert.ticket_types.filter(({ id }) => tickets.some(([, type]) => type === id));
  }

  /** The order's tickets; those that are in or may come in; those that may still come. */
  order = (orderNo: string | undefined): Record<'every' | 'all' | 'open', TicketRow[]> => {
    const { live } = this.state;
    const every = this.rows.filter((row) => row[2] === orderNo);
    const all = every.filter(([id, , , state]) => state === ticketStates.valid || live.has(id));
    return { every, all, open: all.filter(([id]) => !live.has(id)) };
  };

  /** Admits of this device for which another admit of the same ticket counts. */
  lateAdmits(deviceId: number): FoldedAdmit[] {
    return this.state.admits.filter(
      ({ event, verdict, first }) =>
        verdict === 'duplicate' && event.device_id === deviceId && first.device_id !== deviceId,
    );
  }

  /** The latest events, newest first; an undo stands beside what it undoes. */
  latest(count: number): DoorEvent[] {
    return [...this.#events.values()]
      .filter(({ kind }) => kind !== 'undo')
      .toSorted((a, b) => Date.parse(b.happened_at) - Date.parse(a.happened_at))
      .slice(0, count);
  }
}
