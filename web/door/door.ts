import { eventKey, type FoldedAdmit } from '#contract/door/fold.ts';
import { judge, type Judgement } from '#contract/door/judge.ts';
import { readPairingCode, readText, TICKET_CODE_LENGTH } from '#contract/door/ticket-code.ts';
import type { AdmitVia, OverrideReason, TicketRow, UndoReason } from '#contract/door/wire.ts';
import type { Language } from '#contract/language.ts';
import { pairDevice, Refused } from './api.ts';
import { isEnded, isRevoked, PairedDevice } from './device.ts';
import { signal, type Tone } from './signals.ts';
import { openStore, type Store } from './store.ts';
import { startSync, type Sync } from './sync.ts';

/** The same code within this time is the same scan (door.md 5). */
const REPEAT_MS = 3_000;
/** Older duplicates are only in the log (door.md 5). */
const LATE_MS = 120_000;
/** How long a result stays; the others until somebody taps or the next code comes. */
const STAYS_MS: Partial<Record<Tone, number>> = { go: 2_000, note: 4_000 };

export type Screen =
  | ('loading' | 'start' | 'concerts' | 'scan' | 'order' | 'numbers' | 'log' | 'more')
  | ('ended' | 'revoked' | 'other-tab' | 'no-storage');

/** A ticket that was admitted, which may be in no list. */
export type Admitted = readonly [id: number, typeId: number, ...rest: unknown[]];

/** A result as it is shown. */
export interface Shown {
  judgement: Judgement | { result: 'not_recorded' };
  tone: Tone;
  /** The numbers of the admits that it made, to undo them, and their tickets. */
  made: number[];
  tickets: readonly Admitted[];
  /** Somebody decided against the verdict. */
  override?: OverrideReason;
}

export interface Settings {
  language: Language;
  sound: boolean;
  vibration: boolean;
}

/** What the screens show; a new object for every change. */
export interface DoorView {
  screen: Screen;
  settings: Settings;
  device: PairedDevice | null;
  shown: Shown | null;
  /** How many results were shown. */
  shownCount: number;
  late: FoldedAdmit[];
  orderNo: string;
  /** A text of the pairing code that was read, and what was wrong with it. */
  pairing: { code: string; problem: 'none' | 'network' | 'paired'; message: string };
  isOnline: boolean;
}

const tones: Record<Shown['judgement']['result'], Tone> = {
  admitted: 'go',
  admitted_unlisted: 'note',
  already_in: 'stop',
  void: 'stop',
  wrong_concert: 'stop',
  wrong_day: 'stop',
  unknown: 'stop',
  unreadable: 'ask',
  not_recorded: 'stop',
};

/** The app without its screens. */
export class Door {
  view: DoorView = {
    screen: 'loading',
    settings: {
      language: navigator.language.startsWith('de') ? 'de' : 'en',
      sound: true,
      vibration: true,
    },
    device: null,
    shown: null,
    shownCount: 0,
    late: [],
    orderNo: '',
    pairing: { code: '', problem: 'none', message: '' },
    isOnline: false,
  };
  readonly #listeners = new Set<() => void>();
  #store: Store | null = null;
  #sync: Sync | null = null;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  /** When each code was read last, by our clock. */
  readonly #read = new Map<string, number>();
  /** Checks and presses run one after the other: two at once would both admit the same ticket. */
  #work: Promise<unknown> = Promise.resolve();
  readonly #knownLate = new Set<string>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(change: Partial<DoorView>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Opens what the device has stored; `code` comes from the address. */
  async open(code: string): Promise<void> {
    const store = (this.#store = await openStore());
    const device = await PairedDevice.open(store);
    const [settings] = await store.readAll<Settings>('settings');
    this.set({ settings: settings ?? this.view.settings });
    if (device === null) return this.set({ screen: 'start', pairing: { ...noPairing, code } });
    if (code !== '') this.set({ pairing: { ...noPairing, problem: 'paired' } });
    this.#enter(device, device.book && code === '' ? 'scan' : 'concerts');
  }

  /** Takes the device code of a link that leads to the open window. */
  offer(code: string): void {
    const { device, screen } = this.view;
    if (device) this.set({ screen: 'concerts', pairing: { ...noPairing, problem: 'paired' } });
    else if (['start', 'ended', 'revoked'].includes(screen))
      this.set({ screen: 'start', pairing: { ...noPairing, code } });
  }

  /** Pairs the device; the view says why it did not work. */
  async pair(code: string, deviceName: string, entrance: string): Promise<void> {
    const { language } = this.view.settings;
    try {
      const store = (this.#store ??= await openStore());
      const body = { code, device_name: deviceName, ...(entrance === '' ? {} : { entrance }) };
      const { data } = await pairDevice({ token: null, language }, body);
      const device = await PairedDevice.create(store, data);
      this.set({ pairing: noPairing });
      await this.#load(device);
      this.#enter(device, 'concerts');
    } catch (error) {
      const message = error instanceof Refused ? error.message : '';
      const problem = error instanceof Refused ? 'none' : 'network';
      this.set({ pairing: { code, problem, message } });
    }
  }

  async chooseConcert(concertId: number): Promise<void> {
    await this.view.device?.choose(concertId);
    this.view.device?.book?.fold();
    this.#markLate();
    this.set({ screen: 'scan', shown: null, late: [], pairing: noPairing });
  }

  show(screen: Screen): void {
    this.set({ screen, shown: null });
  }

  async changeSettings(change: Partial<Settings>): Promise<void> {
    const settings = { ...this.view.settings, ...change };
    this.set({ settings });
    await this.#store?.write({ settings });
  }

  /** Reads a text of the camera, of a hand scanner or of a person. */
  read(text: string, via: AdmitVia): void {
    const startedAt = performance.now();
    const { device, screen } = this.view;
    if (screen === 'start') {
      const code = readPairingCode(text);
      if (code !== null) this.set({ pairing: { ...noPairing, code } });
      return;
    }
    if (device?.book === undefined || ['concerts', 'ended'].includes(screen)) return;
    // an order's number may be typed again
    if (this.#isRepeated(text, via) && text.length >= TICKET_CODE_LENGTH) return;
    this.#inTurn(() => this.#check(text, via, startedAt));
  }

  /** Admits tickets of an order; a second press admits nobody twice. */
  admitTickets(rows: readonly TicketRow[]): void {
    this.#inTurn(async () => {
      const { book } = this.view.device ?? {};
      book?.fold();
      const open = rows.filter(([id]) => !book?.state.live.has(id));
      const [first] = open;
      if (first === undefined) return;
      const [ticketId, typeId] = first;
      await this.#admit({ result: 'admitted', ticketId, typeId }, open, 'order');
    });
  }

  /** Decides against the result that is shown, once. */
  override(reason: OverrideReason): void {
    const { shown } = this.view;
    this.#inTurn(async () => {
      if (shown === null || this.view.shown !== shown) return;
      const ticketId = 'ticketId' in shown.judgement ? { ticket_id: shown.judgement.ticketId } : {};
      const made = await this.#record([{ kind: 'override', reason, ...ticketId }]);
      if (made) this.#show({ ...shown, tone: 'go', made, tickets: [], override: reason });
    });
  }

  async undo(numbers: number[], reason: UndoReason): Promise<void> {
    const made = await this.#record(numbers.map((undoes) => ({ kind: 'undo', undoes, reason })));
    if (made) this.set({ shown: null });
  }

  /** Returns whether it worked. */
  async reloadLists(): Promise<boolean> {
    const { device } = this.view;
    return device !== null && (await this.#load(device));
  }

  /** Returns whether it worked: without a network, what is unsent would be lost. */
  async signOut(): Promise<boolean> {
    const { device, settings } = this.view;
    try {
      await device?.signOut(settings.language);
    } catch (error) {
      if (!isRevoked(error) && !isEnded(error)) return false;
    }
    await this.#wipe('start');
    return true;
  }

  #enter(device: PairedDevice, screen: Screen): void {
    device.book?.fold();
    this.set({ device, screen });
    this.#markLate();
    this.#sync = startSync(
      () => this.#exchange(device),
      () => device.unsentCount === 0,
    );
  }

  async #load(device: PairedDevice): Promise<boolean> {
    return await device.load(this.view.settings.language).then(
      () => true,
      () => false,
    );
  }

  async #exchange(device: PairedDevice): Promise<void> {
    const { language } = this.view.settings;
    try {
      if (device.isOver) this.set({ screen: 'ended', shown: null });
      await device.send(language);
      if (device.isOver) return await this.#wipe('ended');
      if (device.concerts.length === 0 || device.held.cursor === '') await device.load(language);
      if (!document.hidden) await device.listen(language);
      device.book?.fold();
      this.#reportLate(device);
      this.set({ isOnline: true });
    } catch (error) {
      if (isRevoked(error)) return await this.#wipe('revoked');
      if (isEnded(error)) return await this.#wipe('ended');
      this.set({ isOnline: false });
      throw error;
    }
  }

  /** Nothing stays on the device; the app starts again as if it had never been paired. */
  async #wipe(screen: Screen): Promise<void> {
    this.#sync?.stop();
    await this.#store?.wipe();
    this.#store = null;
    this.set({ screen, device: null, shown: null, late: [], pairing: noPairing });
  }

  /** Whatever the one before has come to. */
  #inTurn(work: () => Promise<void>): void {
    this.#work = this.#work.then(work, work);
  }

  #isRepeated(text: string, via: AdmitVia): boolean {
    const now = Date.now();
    for (const [known, at] of this.#read) if (now - at >= REPEAT_MS) this.#read.delete(known);
    const isSame = this.#read.has(text);
    // a camera sees a ticket again and again as long as it is held there, perhaps beside another
    if (!isSame || via === 'camera') this.#read.set(text, now);
    return isSame;
  }

  async #check(text: string, via: AdmitVia, startedAt: number): Promise<void> {
    const book = this.view.device?.book;
    if (book === undefined) return;
    book.fold();
    const reading = await readText(text, book.verify);
    if (reading.kind !== 'order') await this.#conclude(judge(reading, book.knowledge), via);
    else if (book.order(reading.orderNo).every.length === 0)
      await this.#conclude(this.#findElsewhere(reading.orderNo), via);
    else this.set({ screen: 'order', orderNo: reading.orderNo, shown: null });
    afterPaint(() =>
      performance.measure('door:check', { start: startedAt, end: performance.now() }),
    );
  }

  #foldAndSend(): void {
    this.view.device?.book?.fold();
    this.set({});
    this.#sync?.now();
  }

  /** An order without tickets of this concert. */
  #findElsewhere(orderNo: string): Judgement {
    for (const { order, concert } of this.view.device?.books.values() ?? []) {
      const [ticket] = order(orderNo).every;
      if (ticket) return { result: 'wrong_concert', ticketId: ticket[0], concert };
    }
    return { result: 'unknown', why: 'never_sold' };
  }

  async #conclude(judgement: Judgement, via: AdmitVia): Promise<void> {
    if (judgement.result === 'admitted' || judgement.result === 'admitted_unlisted') {
      const { ticketId, typeId } = judgement;
      return await this.#admit(judgement, [[ticketId, typeId]], via);
    }
    this.#show({ judgement, tone: tones[judgement.result], made: [], tickets: [] });
    const ticketId = 'ticketId' in judgement ? { ticket_id: judgement.ticketId } : {};
    // nobody waits for it: the person is refused anyway
    void this.#record([{ kind: 'refuse', result: judgement.result, ...ticketId }], true);
  }

  async #admit(judgement: Judgement, tickets: readonly Admitted[], via: AdmitVia): Promise<void> {
    const unlisted = judgement.result === 'admitted_unlisted' ? { unlisted: true } : {};
    const made = await this.#record(
      tickets.map(([id]) => ({ kind: 'admit', ticket_id: id, via, ...unlisted })),
    );
    if (made) this.#show({ judgement, tone: tones[judgement.result], made, tickets });
  }

  /** Null if the device cannot store it; then the screen says so. */
  async #record(
    events: Omit<Parameters<PairedDevice['record']>[0][number], 'concert_id'>[],
    isQuiet = false,
  ): Promise<number[] | null> {
    const { device } = this.view;
    const concertId = device?.held.concertId;
    if (!device || !concertId) return null;
    try {
      const made = await device.record(events.map((e) => ({ ...e, concert_id: concertId })));
      // one turn later than the result: on a slow phone, folding takes as long as a frame
      afterPaint(() => setTimeout(() => this.#foldAndSend()));
      return made;
    } catch {
      const judgement = { result: 'not_recorded' } as const;
      if (!isQuiet) this.#show({ judgement, tone: tones.not_recorded, made: [], tickets: [] });
      return null;
    }
  }

  #show(shown: Shown): void {
    const { settings, device } = this.view;
    const hasNote = device?.book?.typesOf(shown.tickets).some((type) => type.note_german);
    const tone = hasNote ? 'note' : shown.tone;
    clearTimeout(this.#hiding);
    const shownCount = this.view.shownCount + 1;
    this.set({ screen: 'scan', shown: { ...shown, tone }, shownCount });
    signal(tone, settings);
    const stays = STAYS_MS[tone];
    if (stays !== undefined) this.#hiding = setTimeout(() => this.hide(), stays);
  }

  hide = (): void => {
    clearTimeout(this.#hiding);
    if (this.view.shown !== null) this.set({ shown: null });
  };

  /** Keeps a result on the screen while somebody decides about it. */
  hold(): void {
    clearTimeout(this.#hiding);
  }

  /** What was a duplicate before is only in the log. */
  #markLate(): void {
    const { device } = this.view;
    for (const { event } of device?.book?.lateAdmits(device.held.device.id) ?? [])
      this.#knownLate.add(eventKey(event));
  }

  #reportLate(device: PairedDevice): void {
    const late = (device.book?.lateAdmits(device.held.device.id) ?? []).filter(
      ({ event }) => !this.#knownLate.has(eventKey(event)),
    );
    for (const { event } of late) this.#knownLate.add(eventKey(event));
    const recent = late.filter(({ time }) => device.now - time <= LATE_MS);
    if (recent.length > 0) {
      this.set({ late: [...this.view.late, ...recent] });
      signal('stop', this.view.settings);
    }
  }
}

const noPairing: DoorView['pairing'] = { code: '', problem: 'none', message: '' };

/** What may wait until the result is on the screen (door.md 10). */
function afterPaint(work: () => void): void {
  // a hidden page paints nothing
  if (document.hidden) setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}
