import type { CsvOptions, ListPage, Paging } from './lists.ts';
import type { Language } from '../language.ts';
import type { MailListDto, MailQueries } from './mail-queries.ts';
import type { OrderState, OrderQueries } from './order-queries.ts';
import type { Role } from './staff.ts';
import type { ComplimentaryQueries } from './complimentary-queries.ts';
import type { MessageQueries } from './message-queries.ts';
import type { NewsletterQueries } from './newsletter-queries.ts';

// Data for the screens of the audit log (office.md 11).

/** Filters of the audit log; '' is no filter. */
export interface AuditFilters {
  /** Id of a person, or `other` for the command line and strangers. */
  who: string;
  /** Name of a command. */
  what: string;
  /** Days in Berlin, both included. */
  from: string;
  to: string;
  /** Order number, or id of a concert or words of its title. */
  thing: string;
}

/** One entry of the audit log. */
export interface AuditEntryDto {
  id: number;
  at: string;
  who: string;
  role: string | null;
  command: string;
  thing: { kind: string; id: string; name: string } | null;
  network: string | null;
  changes: { field: string; before: string; after: string }[];
}

/** An entry about one thing, on its own page. */
export type ThingEvent = Pick<AuditEntryDto, 'id' | 'at' | 'who' | 'command'>;

/** A page of entries, the newest first. */
export interface AuditPage extends ListPage<AuditEntryDto> {
  people: { id: number; name: string }[];
}

/** The queries of this feature. */
export type AuditQueries = {
  'audit:list': {
    input: { filters: AuditFilters } & Paging;
    output: AuditPage;
  };
  'audit:csv': { input: { filters: AuditFilters } & CsvOptions; output: AsyncIterable<string> };
};

// Data for the screens of people (office.md 8.1).

/** A person that a search found. */
export interface PersonListDto {
  /** Opaque: nobody can read the address from it. Null: bought without an e-mail address. */
  key: string | null;
  name: string;
  email: string | null;
  hasAccount: boolean;
  /** The latest order; null without one. */
  orderNo: string | null;
}

/** The first people of a search, by name. */
export interface FoundPeople {
  rows: PersonListDto[];
  /** All people found; more than 1,000 count as 1,001. */
  count: number;
}

/** The saved address of an account, with a name and an e-mail address of its own. */
export interface SavedAddressDto {
  firstName: string;
  lastName: string;
  /** Null: the account's. */
  email: string | null;
  street: string;
  zip: string;
  city: string;
  countryId: number;
}

/** Everything about one person. Times are ISO 8601. */
export interface PersonDto {
  /** Of the present e-mail address. */
  key: string;
  name: string;
  email: string;
  account: {
    id: number;
    firstName: string;
    lastName: string;
    language: Language;
    isVerified: boolean;
    createdAt: string;
  } | null;
  address: SavedAddressDto | null;
  orders: { orderNo: string; createdAt: string; amountEuros: number; state: OrderState }[];
  newsletter: { isEmail: boolean; isPostal: boolean; confirmedAt: string | null } | null;
  messages: { id: number; subject: string; createdAt: string }[];
  mails: MailListDto[];
  /** The deadline of a request for data (Art. 12 GDPR). */
  answerUntil: string;
  /** Orders that erasing keeps for their invoices, and the year after which the last of them is deleted. */
  retainedOrders: number;
  retainedUntilYear: number | null;
}

/** The queries of this feature. */
export type PeopleQueries = {
  'people:find': { input: { q: string }; output: FoundPeople };
  /** `account` is the id of the person's account, whose address may be another one than that of the key by now. */
  'people:get': { input: { key: string; account?: string }; output: PersonDto };
  /** The audit log's entries about the person's data. */
  'people:events': { input: { key: string }; output: ThingEvent[] };
};

// Data for the screens of staff, account and signing in (office.md 2).

/** A person of the list of staff, or somebody invited who has no account yet. */
export interface StaffDto {
  /** null: invited only. */
  id: number | null;
  /** Invitation of somebody who has no account yet; otherwise null. */
  invitationId: number | null;
  name: string;
  email: string;
  role: Role;
  state: 'invited' | 'active' | 'disabled';
  /** ISO 8601; null: never. */
  lastSignedInAt: string | null;
  passkeys: number;
  hasPassword: boolean;
  isDemo: boolean;
  language: Language | null;
}

/** The last part of the path of a person's page: the id, or that of the invitation. */
export const toStaffKey = ({ id, invitationId }: Pick<StaffDto, 'id' | 'invitationId'>): string =>
  id === null ? `invitation-${invitationId}` : String(id);

/** A QR code as the path of an SVG with a viewBox of `size`. */
export interface QrCode {
  size: number;
  path: string;
}

/** A one-time key that is being set up. */
export interface NewKey {
  /** Base32 in groups of four. */
  key: string;
  /** `otpauth:` */
  uri: string;
  qr: QrCode;
}

/** Options of WebAuthn, in the format of the browser's library. */
export type PasskeyOptions = object;

export interface OwnAccount {
  name: string;
  email: string;
  role: Role;
  language: Language | null;
  isDemo: boolean;
  wantsAlarms: boolean;
  hasPassword: boolean;
  hasOneTimeKey: boolean;
  recoveryCodesLeft: number;
  passkeys: { id: number; name: string; createdAt: string; usedAt: string | null }[];
  sessions: { id: number; browser: string; since: string; seen: string; isCurrent: boolean }[];
  /** null when a step-up is due. */
  newKey: NewKey | null;
  passkeySetup: PasskeyOptions;
}

/** The page of a valid invitation. */
export interface InvitationPage {
  email: string;
  name: string;
  language: Language;
  newKey: NewKey;
  passkeySetup: PasskeyOptions;
}

/** The queries of this feature. */
export type StaffQueries = {
  'staff:list': { input: object; output: StaffDto[] };
  'staff:one': { input: { key: string }; output: StaffDto };
  'staff:account': { input: object; output: OwnAccount };
  'staff:new-codes': { input: object; output: string[] | null };
  'staff:invitation': { input: { token: string }; output: InvitationPage };
  'staff:sign-in-page': {
    input: object;
    output: { hasStaff: boolean; passkeyRequest: PasskeyOptions };
  };
  'staff:confirm-page': { input: object; output: { passkeyRequest: PasskeyOptions } };
};

// Data for the screens of Today and Health (office.md 4).

/** The figures of one day or several; revenue and refunds are null for roles that see no money. */
export interface SalesFigures {
  tickets: number;
  revenueCents: number | null;
  refundedCents: number | null;
  refunds: number | null;
}

/** Sales of days in Berlin; `week`: the last seven days, today included. */
export interface DaySales {
  today: SalesFigures;
  yesterday: SalesFigures;
  week: SalesFigures;
}

/** The places of a concert: sold (elsewhere included) + held + available = capacity. */
export interface ConcertSale {
  sold: number;
  elsewhere: number;
  held: number;
  available: number;
  capacity: number;
  /** Tickets of today's orders. */
  today: number;
  /** Prices of the valid tickets, without postage; null for roles that see no money. */
  revenueCents: number | null;
}

/** A concert on the page Today. */
export interface TodayConcert {
  id: number;
  title: string;
  /** ISO 8601. */
  startsAt: string;
  isPast: boolean;
  isAcademy: boolean;
  /** Null without a sale. */
  sale: ConcertSale | null;
}

/** One of the latest orders. */
export interface RecentOrder {
  orderNo: string;
  /** ISO 8601. */
  createdAt: string;
  name: string;
  tickets: number;
  amountCents: number;
  state: OrderState;
}

/** The conditions that require an action (office.md 4.4). */
export type TaskKey =
  | 'differ'
  | 'refund-failed'
  | 'mail-failing'
  | 'mail-refused'
  | 'documents-late'
  | 'post-late'
  | 'jobs-late'
  | 'job-failed'
  | 'webhook-silent'
  | 'dispute'
  | 'tickets-undecided'
  | 'messages'
  | 'few-left';

/** A condition that applies. */
export interface OfficeTask {
  key: TaskKey;
  count: number;
  /** The concert of `few-left`. */
  concert?: { id: number; title: string };
  /** The orders of `dispute` and `tickets-undecided`, where the payment has an order. */
  orderNumbers?: string[];
  /** The words of the mail server, of `mail-failing`. */
  serverWords?: string;
}

/** The first page of administrators, office and editors. */
export interface TodayOverview {
  sales: DaySales;
  concerts: TodayConcert[];
  /** Null for editors. */
  recentOrders: RecentOrder[] | null;
  tasks: OfficeTask[];
  /** Whether everything of /office/health is well; null for editors. */
  isHealthy: boolean | null;
}

/** A concert whose box-office list can be opened. */
export interface BoxOfficeConcert {
  id: number;
  title: string;
  /** ISO 8601. */
  startsAt: string;
  venue: string;
}

/** The parts of the shop that the page Health checks. */
export type HealthItemKey =
  | 'database'
  | 'processes'
  | 'jobs'
  | 'mails'
  | 'proxy'
  | 'provider'
  | 'comparison'
  | 'sums'
  | 'disk'
  | 'archive'
  | 'verification'
  | 'version'
  | 'clock';

/** Why the archive fails, as far as the page says it in the reader's language; `words`: the server's words alone. */
export type ArchiveReason =
  | 'full'
  | 'missing'
  | 'silent'
  | 'not-writable'
  | 'other-shop'
  | 'gap'
  | 'no-base-backup'
  | 'damaged'
  | 'differs'
  | 'not-archived'
  | 'busy'
  | 'killed'
  | 'words';

/** One part with the values of its sentence; `values` fill the text of its key. */
export interface HealthItem {
  key: HealthItemKey;
  isHealthy: boolean;
  values: Record<string, number | string>;
}

/** Jobs of one kind. */
export interface JobsOfKind {
  task: string;
  waiting: number;
  running: number;
  retrying: number;
  failed: number;
}

/** The page Health. */
export interface HealthReport {
  items: HealthItem[];
  jobs: JobsOfKind[];
}

/** The queries of this feature. */
export type TodayQueries = {
  'today:overview': { input: Record<string, never>; output: TodayOverview };
  'today:box-office': { input: Record<string, never>; output: BoxOfficeConcert[] };
  'health:report': { input: Record<string, never>; output: HealthReport };
};

// The data that the office's screens read, by name. Each feature declares its own.

/** Every query with its input and output. Its parts are types: an interface has no index signature for QueryTable. */
export type OfficeQueries = StaffQueries &
  OrderQueries &
  ComplimentaryQueries &
  MailQueries &
  TodayQueries &
  PeopleQueries &
  MessageQueries &
  NewsletterQueries &
  AuditQueries;
