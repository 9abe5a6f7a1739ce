// Data for the screens of people (office.md 8.1).
import type { Language } from '../language.ts';
import type { ThingEvent } from './audit-queries.ts';
import type { MailListDto } from './mail-queries.ts';
import type { OrderState } from './order-queries.ts';

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
