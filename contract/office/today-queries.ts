// Data for the screens of Today and Health (office.md 4).
import type { OrderState } from './order-queries.ts';

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
