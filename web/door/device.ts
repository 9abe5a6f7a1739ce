import {
  MAX_EVENTS_SENT,
  type Changes,
  type Device,
  type DoorConcert,
  type DoorEvent,
  type EventIn,
  type OtherConcert,
  type Paired,
  type TicketList,
} from '#contract/door/wire.ts';
import type { Language } from '#contract/language.ts';
import { fetchChanges, fetchConcerts, fetchList, leave, Refused, sendEvents } from './api.ts';
import { Book } from './book.ts';
import type { Store } from './store.ts';

/** How often the time of the last contact is stored when nothing else is new. */
const STORE_CONTACT_MS = 30_000;
/** The records' names; of one length, so that they sort like their numbers. */
const numbered = (kind: string, n: number) => `${kind}/${String(n).padStart(8, '0')}`;

/** What a paired device is, as it is stored. */
interface Held {
  token: string;
  device: Device;
  /** The server's clock minus ours at the last contact. */
  offsetMs: number;
  /** The last contact by our clock. */
  contactAt: number;
  acked: number;
  cursor: string;
  concertId: number | null;
}

type NewEvent = Omit<EventIn, 'n' | 'at' | 'offset_ms'>;
type Programme = { concerts: DoorConcert[]; others: OtherConcert[] };

/** A paired device with everything that it keeps: lists, its own events and those of others. */
export class PairedDevice {
  readonly held: Held;
  books = new Map<number, Book>();
  #programme: Programme = { concerts: [], others: [] };
  readonly #store: Store;
  readonly #own: EventIn[] = [];
  #heardCount = 0;
  /** Numbers of events above `acked` that the server has, or never takes. */
  readonly #settled = new Set<number>();
  #storedAt = 0;
  #recording: Promise<unknown> = Promise.resolve();

  private constructor(store: Store, held: Held) {
    this.#store = store;
    this.held = held;
  }

  /** The device as it was stored; null if it is not paired. */
  static async open(store: Store): Promise<PairedDevice | null> {
    const [held] = await store.readAll<Held>('device');
    if (held === undefined) return null;
    const paired = new PairedDevice(store, held);
    const [programme] = await store.readAll<Programme>('programme');
    paired.#setProgramme(programme ?? paired.#programme);
    for (const list of await store.readAll<TicketList>('list/'))
      await paired.books.get(list.concert_id)?.setList(list);
    for (const event of await store.readAll<EventIn>('own/')) paired.#addOwn(event);
    // last: the server may know better when something happened
    const heard = await store.readAll<DoorEvent[]>('heard/');
    paired.#heardCount = heard.length;
    for (const event of heard.flat()) paired.#add(event);
    return paired;
  }

  static async create(store: Store, paired: Paired): Promise<PairedDevice> {
    const { device, device_token: token, server_time: time } = paired;
    const contact = { offsetMs: Date.parse(time) - Date.now(), contactAt: Date.now() };
    const held = { token, device, ...contact, acked: 0, cursor: '', concertId: null };
    await store.write({ device: held });
    return new PairedDevice(store, held);
  }

  get concerts(): DoorConcert[] {
    return this.#programme.concerts;
  }

  get book(): Book | undefined {
    return this.books.get(this.held.concertId ?? 0);
  }

  get unsentCount(): number {
    return this.#unsent().length;
  }

  /** By the server's clock. */
  get now(): number {
    return Date.now() + this.held.offsetMs;
  }

  get isOver(): boolean {
    return this.now > Date.parse(this.held.device.valid_until);
  }

  async choose(concertId: number): Promise<void> {
    this.held.concertId = concertId;
    await this.#store.write({ device: this.held });
  }

  /** Stores events before anybody sees their result; throws if the device cannot. Returns their numbers. */
  record(events: NewEvent[]): Promise<number[]> {
    // one after the other: two at once would use the same numbers
    const write = () => this.#write(events);
    const made = this.#recording.then(write, write);
    this.#recording = made;
    return made;
  }

  async #write(events: NewEvent[]): Promise<number[]> {
    const first = (this.#own.at(-1)?.n ?? 0) + 1;
    const clock = { at: new Date().toISOString(), offset_ms: this.held.offsetMs };
    const made = events.map((event, index) => ({ ...event, ...clock, n: first + index }));
    await this.#store.write(
      Object.fromEntries(made.map((event) => [numbered('own', event.n), event])),
    );
    for (const event of made) this.#addOwn(event);
    return made.map(({ n }) => n);
  }

  /** Loads concerts and lists. */
  async load(language: Language): Promise<void> {
    const options = { token: this.held.token, language };
    const programme = (await fetchConcerts(options)).data;
    this.#setProgramme(programme);
    const records: Record<string, unknown> = { programme };
    for (const { id } of programme.concerts) {
      const list = (await fetchList(options, id)).data;
      await this.books.get(id)?.setList(list);
      records[`list/${id}`] = list;
      // the first list is the oldest: what has changed since is in the changes
      this.held.cursor ||= list.cursor;
    }
    await this.#store.write({ ...records, device: this.held });
  }

  /** Sends what is unsent. */
  async send(language: Language): Promise<void> {
    for (let unsent = this.#unsent(); unsent.length > 0; unsent = this.#unsent()) {
      const askedAt = Date.now();
      const { data } = await sendEvents(
        { token: this.held.token, language },
        unsent.slice(0, MAX_EVENTS_SENT),
      );
      this.#meet(askedAt, data.server_time, data.acked);
      for (const { n } of data.results) if (n !== null) this.#settled.add(n);
      await this.#store.write({ device: this.held });
    }
  }

  /** Reads what is new. */
  async listen(language: Language): Promise<void> {
    let changes: Changes;
    do {
      const askedAt = Date.now();
      changes = (await fetchChanges({ token: this.held.token, language }, this.held.cursor)).data;
      this.#meet(askedAt, changes.server_time, changes.acked);
      await this.#take(changes);
    } while (changes.more);
  }

  async signOut(language: Language): Promise<void> {
    await this.send(language);
    await leave({ token: this.held.token, language });
  }

  async #take({ cursor, events, tickets }: Changes): Promise<void> {
    const records: Record<string, unknown> = {};
    for (const event of events) this.#add(event);
    if (events.length > 0) records[numbered('heard', this.#heardCount++)] = events;
    for (const [concertId, ...row] of tickets) this.books.get(concertId)?.change(row);
    for (const id of new Set(tickets.map(([concertId]) => concertId))) {
      const [list] = await this.#store.readAll<TicketList>(`list/${id}`);
      const book = this.books.get(id);
      if (list && book) records[`list/${id}`] = { ...list, tickets: book.rows };
    }
    this.held.cursor = cursor;
    const isNew = Object.keys(records).length > 0;
    if (!isNew && Date.now() - this.#storedAt < STORE_CONTACT_MS) return;
    this.#storedAt = Date.now();
    await this.#store.write({ ...records, device: this.held });
  }

  #meet(askedAt: number, serverTime: string, acked: number): void {
    const now = Date.now();
    this.held.contactAt = now;
    this.held.offsetMs = Math.round(Date.parse(serverTime) - (askedAt + now) / 2);
    // the server lost events that it had: send them again
    if (acked < this.held.acked) this.#settled.clear();
    this.held.acked = acked;
  }

  #unsent(): EventIn[] {
    return this.#own.filter(({ n }) => n > this.held.acked && !this.#settled.has(n));
  }

  #setProgramme(programme: Programme): void {
    const all = [...programme.concerts, ...programme.others];
    this.#programme = programme;
    const books = programme.concerts.map((concert) => {
      const book = this.books.get(concert.id) ?? new Book(concert);
      Object.assign(book, { concert, others: all });
      return [concert.id, book] as const;
    });
    this.books = new Map(books);
  }

  #add(event: DoorEvent): void {
    this.books.get(event.concert_id)?.add(event);
  }

  #addOwn(event: EventIn): void {
    this.#own.push(event);
    const { at, offset_ms: offsetMs, ...rest } = event;
    const { id, name, entrance } = this.held.device;
    this.#add({
      ...rest,
      device_id: id,
      device_name: name,
      entrance,
      happened_at: new Date(Date.parse(at) + offsetMs).toISOString(),
    });
  }
}

/** Whether the server says that the device may do nothing any more. */
export const isRevoked = (error: unknown): boolean =>
  error instanceof Refused && ['REVOKED', 'TOKEN'].includes(error.reason);

/** Whether the server says that the device's time is over. */
export const isEnded = (error: unknown): boolean =>
  error instanceof Refused && error.reason === 'ENDED';
