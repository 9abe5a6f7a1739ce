// Written by `npm run schema` from the migrations. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** Written as text (JSON.stringify): an array would otherwise become an array of PostgreSQL. */
type Json = ColumnType<unknown, string, string>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** May be left out of an insert. */
type Generated<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;

export interface AccessTokenTable {
  token_hash: Buffer;
  account_id: number;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface AccountTable {
  id: GeneratedAlways<number>;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  language: 'de' | 'en';
  email_verified_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  password_changed_at: Timestamp | null;
  pending_email: string | null;
}

export interface AccountNetworkTable {
  account_id: number;
  network: Buffer;
  signed_in_at: Generated<Timestamp>;
}

export interface ArchiveRunTable {
  id: GeneratedAlways<number>;
  kind: 'base-backup' | 'verification';
  started_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  failure: string | null;
}

export interface AuditEventTable {
  id: GeneratedAlways<number>;
  created_at: Generated<Timestamp>;
  actor_id: number | null;
  actor_name: string;
  actor_role: string | null;
  command: string;
  thing_kind: string | null;
  thing_id: string | null;
  thing_name: string | null;
  before: Json | null;
  after: Json | null;
  request_id: string | null;
  network: string | null;
}

export interface CartTable {
  id: GeneratedAlways<number>;
  session_id: string;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  release_at: Timestamp;
  renewals: Generated<number>;
  payment_extended_at: Timestamp | null;
  delivery_method: 'boxoffice' | 'onlineticket' | 'postal' | null;
  ended_at: Timestamp | null;
  first_hold_at: Timestamp | null;
  network: string | null;
  larger_network: string | null;
}

export interface CheckResultTable {
  name: string;
  checked_at: Timestamp;
  violations: number;
  violated_since: Timestamp | null;
}

export interface CheckoutTable {
  id: GeneratedAlways<number>;
  cart_id: number;
  session_id: string;
  account_id: number | null;
  language: 'de' | 'en';
  fingerprint: string;
  amount_cents: number;
  delivery_method: 'boxoffice' | 'onlineticket' | 'postal';
  delivery_cents: number;
  details: Json;
  terms_version: string;
  intent_id: string | null;
  client_secret: string | null;
  created_at: Generated<Timestamp>;
  closed_at: Timestamp | null;
  settled_at: Timestamp | null;
  checked_at: Timestamp | null;
  provider_session: string | null;
  is_processing: Generated<boolean>;
}

export interface CheckoutLineTable {
  checkout_id: number;
  ticket_type_id: number;
  product_id: number;
  quantity: number;
  price_cents: number;
}

export interface ComposerTable {
  id: GeneratedAlways<number>;
  slug: string;
  full_name: string;
  born: number | null;
  died: number | null;
}

export interface ConcertTable {
  id: GeneratedAlways<number>;
  slug: string;
  starts_at: Timestamp;
  duration_minutes: number | null;
  venue_id: number;
  title_de: string;
  title_en: string;
  subtitle_de: string;
  subtitle_en: string;
  introduction_de: string;
  introduction_en: string;
  onsale: boolean;
  is_academy: boolean;
  is_long_night: boolean;
  light_key: string | null;
  published_at: Timestamp | null;
  updated_at: Generated<Timestamp>;
}

export interface ConcertNoteTable {
  id: GeneratedAlways<number>;
  concert_id: number;
  position: number;
  info_type: 'GENERAL' | 'GENERAL_DETAILPAGE_ONLY' | 'GENERAL_OVERVIEW_ONLY';
  text_de: string;
  text_en: string;
}

export interface ContactMessageTable {
  id: GeneratedAlways<number>;
  email: string;
  subject: string;
  message: string;
  language: string;
  fingerprint: Buffer;
  created_at: Generated<Timestamp>;
  state: Generated<'new' | 'answered' | 'done'>;
}

export interface DeliveryDetailsTable {
  id: GeneratedAlways<number>;
  account_id: number | null;
  cart_id: number | null;
  first_name: string;
  last_name: string;
  email: string | null;
  street: string;
  zip: string;
  city: string;
  country_id: number;
  updated_at: Generated<Timestamp>;
}

export interface DisputeTable {
  id: string;
  intent_id: string;
  amount_cents: number;
  reason: string;
  status: string;
  opened_at: Generated<Timestamp>;
  closed_at: Timestamp | null;
}

export interface DocumentTable {
  id: GeneratedAlways<number>;
  order_id: number;
  kind: 'invoice' | 'ticket' | 'confirmation' | 'cancellation';
  ticket_id: number | null;
  invoice_id: number | null;
  bytes: Buffer;
  made_at: Generated<Timestamp>;
  tax_treatment: 'exempt' | 'reduced' | 'small-business' | null;
}

export interface EmailChangeTable {
  id: GeneratedAlways<number>;
  account_id: number;
  old_email: string;
  old_verified_at: Timestamp | null;
  changed_at: Generated<Timestamp>;
  undone_at: Timestamp | null;
}

export interface FestivalTable {
  id: Generated<number>;
  content: Json;
  updated_at: Generated<Timestamp>;
}

export interface HoldTable {
  cart_id: number;
  ticket_type_id: number;
  product_id: number;
  quantity: number;
  added_at: Generated<Timestamp>;
}

export interface IdempotentRequestTable {
  key_hash: Buffer;
  request_hash: Buffer;
  status: number | null;
  body: string | null;
  headers: Json | null;
  started_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
  applied_at: Timestamp | null;
  claimed_by: string | null;
}

export interface InvoiceTable {
  id: GeneratedAlways<number>;
  order_id: number;
  series: 'invoice' | 'cancellation';
  year: number;
  number: number;
  amount_cents: number;
  refund_id: number | null;
  issued_at: Generated<Timestamp>;
}

export interface InvoiceCounterTable {
  series: 'invoice' | 'cancellation';
  year: number;
  last: number;
}

export interface JobWorkerTable {
  id: string;
  seen_at: Generated<Timestamp>;
}

export interface KeptEntriesTable {
  browser_hash: Buffer;
  staff_id: number;
  path: string;
  entries: Json;
  created_at: Generated<Timestamp>;
}

export interface KeptMailTable {
  mail_id: number;
  subject: string;
  raw: Buffer;
  kept_at: Generated<Timestamp>;
}

export interface MailTable {
  id: GeneratedAlways<number>;
  kind: string;
  recipient: string;
  language: 'de' | 'en';
  facts: Generated<Json>;
  event_key: string;
  created_at: Generated<Timestamp>;
  attempts: Generated<number>;
  sent_at: Timestamp | null;
  last_error: string | null;
  bounced_at: Timestamp | null;
  dropped_at: Timestamp | null;
  subject: string | null;
  handled_at: Timestamp | null;
}

export interface MessageReplyTable {
  id: GeneratedAlways<number>;
  message_id: number;
  staff_id: number | null;
  subject: string;
  text: string;
  created_at: Generated<Timestamp>;
}

export interface MovementTable {
  id: GeneratedAlways<number>;
  piece_id: number;
  position: number;
  title: string;
  lang: string;
}

export interface MusicianTable {
  id: GeneratedAlways<number>;
  full_name: string;
}

export interface NewsletterSubscriptionTable {
  id: GeneratedAlways<number>;
  email: string;
  account_id: number | null;
  language: 'de' | 'en';
  receive_news_email: Generated<boolean>;
  receive_news_postal: Generated<boolean>;
  general: Generated<boolean>;
  concert_daily: Generated<boolean>;
  confirmed_at: Timestamp | null;
  generation: Generated<number>;
  created_at: Generated<Timestamp>;
  off_since: Timestamp | null;
}

export interface OfficeAlarmTable {
  condition: string;
  sent_at: Timestamp;
}

export interface OfficeSubmissionTable {
  key: Buffer;
  output: Generated<Json>;
  created_at: Generated<Timestamp>;
}

export interface OneTimeTokenTable {
  token_hash: Buffer;
  account_id: number;
  purpose: 'reset' | 'verify';
  email: string;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface OrderContactTable {
  order_id: number;
  name: string;
  email: string | null;
  language: 'de' | 'en';
  door_note: string | null;
  changed_at: Generated<Timestamp>;
}

export interface OrderNoteTable {
  id: GeneratedAlways<number>;
  order_id: number;
  staff_id: number | null;
  author_name: string;
  text: string;
  created_at: Generated<Timestamp>;
  command: string | null;
}

export interface OrdersTable {
  id: GeneratedAlways<number>;
  checkout_id: number;
  order_no: string;
  account_id: number | null;
  created_at: Generated<Timestamp>;
  cancelled_at: Timestamp | null;
  origin: Generated<'shop' | 'telephone' | 'complimentary'>;
  search: Generated<string>;
  post_since: Timestamp | null;
  posted_at: Timestamp | null;
  complimentary_reason: 'press' | 'performers' | 'sponsors' | 'goodwill' | 'other' | null;
  card_brand: string | null;
  card_last4: string | null;
  tickets_decided_at: Timestamp | null;
  link_generation: Generated<number>;
  sold_concerts: Json | null;
}

export interface PaymentEventTable {
  id: string;
  type: string;
  object_id: string | null;
  received_at: Generated<Timestamp>;
}

export interface PieceTable {
  id: GeneratedAlways<number>;
  concert_id: number;
  position: number;
  composer_id: number;
  title_de: string;
  title_en: string;
  opus: string | null;
  tonality: string | null;
  catalogue_no: string | null;
  interval_after: Generated<boolean>;
}

export interface PieceMusicianTable {
  piece_id: number;
  position: number;
  musician_id: number;
  instrument_de: string;
  instrument_en: string;
  full_name_en: string | null;
}

export interface ProductTable {
  id: GeneratedAlways<number>;
  concert_id: number;
  presold: Generated<number>;
  max_per_order: Generated<number>;
}

export interface RateLimitTable {
  bucket: string;
  window_ends_at: Timestamp;
  hits: number;
}

export interface RefundTable {
  id: GeneratedAlways<number>;
  checkout_id: number | null;
  intent_id: string;
  amount_cents: number;
  reason: 'tickets_gone' | 'no_checkout' | 'mismatch' | 'office' | 'dashboard';
  provider_id: string | null;
  requested_at: Generated<Timestamp>;
  succeeded_at: Timestamp | null;
  failed_at: Timestamp | null;
  failure: string | null;
  attempt: Generated<number>;
  resolved_at: Timestamp | null;
  resolution: 'again' | 'by hand' | 'dashboard' | 'dispute' | null;
  resolved_on: string | null;
  resolved_way: string | null;
  resolved_note: string | null;
}

export interface SalesDayTable {
  ticket_type_id: number;
  day: string;
  sold: Generated<number>;
  sold_cents: Generated<number>;
  complimentary: Generated<number>;
  voided: Generated<number>;
  voided_cents: Generated<number>;
}

export interface ShopAddressTable {
  is_only: Generated<boolean>;
  public_url: string;
}

export interface StaffTable {
  id: GeneratedAlways<number>;
  email: string;
  name: string;
  role: 'admin' | 'office' | 'editor' | 'door';
  language: 'de' | 'en' | null;
  password_hash: string | null;
  totp_secret: Buffer | null;
  totp_step: Generated<number>;
  is_demo: Generated<boolean>;
  wants_alarms: Generated<boolean>;
  created_at: Generated<Timestamp>;
  last_signed_in_at: Timestamp | null;
  disabled_at: Timestamp | null;
}

export interface StaffAttemptTable {
  id: GeneratedAlways<number>;
  email_hash: Buffer | null;
  network: string;
  created_at: Generated<Timestamp>;
}

export interface StaffChallengeTable {
  challenge: string;
  used_at: Generated<Timestamp>;
}

export interface StaffInvitationTable {
  id: GeneratedAlways<number>;
  email: string;
  name: string;
  role: 'admin' | 'office' | 'editor' | 'door';
  language: 'de' | 'en';
  token_hash: Buffer;
  sealed_token: Buffer;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
}

export interface StaffLockTable {
  email_hash: Buffer;
  ends_at: Timestamp;
}

export interface StaffPasskeyTable {
  id: GeneratedAlways<number>;
  staff_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: Generated<string[]>;
  name: string;
  created_at: Generated<Timestamp>;
  used_at: Timestamp | null;
}

export interface StaffRateTable {
  bucket: string;
  hits: number;
  window_ends_at: Timestamp;
}

export interface StaffRecoveryCodeTable {
  staff_id: number;
  code_hash: Buffer;
  used_at: Timestamp | null;
}

export interface StaffSessionTable {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  staff_id: number;
  user_agent: Generated<string>;
  created_at: Generated<Timestamp>;
  seen_at: Generated<Timestamp>;
  confirmed_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  sealed_codes: Buffer | null;
  former_token_hash: Buffer | null;
  network: Buffer | null;
}

export interface StockTable {
  product_id: number;
  quantity: number;
  sold: Generated<number>;
  held: Generated<number>;
}

export interface TermsTable {
  version: string;
  content: Json;
}

export interface TicketTable {
  id: GeneratedAlways<number>;
  order_id: number;
  product_id: number;
  ticket_type_id: number;
  price_cents: number;
  voided_at: Timestamp | null;
  replaces_id: number | null;
}

export interface TicketQuotaTable {
  ticket_type_id: number;
  quantity: number;
  sold: Generated<number>;
  held: Generated<number>;
}

export interface TicketTypeTable {
  id: GeneratedAlways<number>;
  product_id: number;
  slug: string;
  position: number;
  price_cents: number;
  name_de: string;
  name_en: string;
  note_de: string | null;
  note_en: string | null;
  max_per_order: number | null;
}

export interface TicketTypeOnlyWithTable {
  ticket_type_id: number;
  with_type_id: number;
}

export interface UnverifiedCheckoutTable {
  id: GeneratedAlways<number>;
  checkout_id: number;
}

export interface VenueTable {
  id: GeneratedAlways<number>;
  slug: string;
  name_de: string;
  name_en: string;
  description_de: string;
  description_en: string;
  access_note_de: string | null;
  access_note_en: string | null;
  street: string;
  postal_code: string;
  city: string;
  latitude: number;
  longitude: number;
}

/** Every table of the database, as the query builder sees it. */
export interface Database {
  access_token: AccessTokenTable;
  account: AccountTable;
  account_network: AccountNetworkTable;
  archive_run: ArchiveRunTable;
  audit_event: AuditEventTable;
  cart: CartTable;
  check_result: CheckResultTable;
  checkout: CheckoutTable;
  checkout_line: CheckoutLineTable;
  composer: ComposerTable;
  concert: ConcertTable;
  concert_note: ConcertNoteTable;
  contact_message: ContactMessageTable;
  delivery_details: DeliveryDetailsTable;
  dispute: DisputeTable;
  document: DocumentTable;
  email_change: EmailChangeTable;
  festival: FestivalTable;
  hold: HoldTable;
  idempotent_request: IdempotentRequestTable;
  invoice: InvoiceTable;
  invoice_counter: InvoiceCounterTable;
  job_worker: JobWorkerTable;
  kept_entries: KeptEntriesTable;
  kept_mail: KeptMailTable;
  mail: MailTable;
  message_reply: MessageReplyTable;
  movement: MovementTable;
  musician: MusicianTable;
  newsletter_subscription: NewsletterSubscriptionTable;
  office_alarm: OfficeAlarmTable;
  office_submission: OfficeSubmissionTable;
  one_time_token: OneTimeTokenTable;
  order_contact: OrderContactTable;
  order_note: OrderNoteTable;
  orders: OrdersTable;
  payment_event: PaymentEventTable;
  piece: PieceTable;
  piece_musician: PieceMusicianTable;
  product: ProductTable;
  rate_limit: RateLimitTable;
  refund: RefundTable;
  sales_day: SalesDayTable;
  shop_address: ShopAddressTable;
  staff: StaffTable;
  staff_attempt: StaffAttemptTable;
  staff_challenge: StaffChallengeTable;
  staff_invitation: StaffInvitationTable;
  staff_lock: StaffLockTable;
  staff_passkey: StaffPasskeyTable;
  staff_rate: StaffRateTable;
  staff_recovery_code: StaffRecoveryCodeTable;
  staff_session: StaffSessionTable;
  stock: StockTable;
  terms: TermsTable;
  ticket: TicketTable;
  ticket_quota: TicketQuotaTable;
  ticket_type: TicketTypeTable;
  ticket_type_only_with: TicketTypeOnlyWithTable;
  unverified_checkout: UnverifiedCheckoutTable;
  venue: VenueTable;
}
