// Data for the screens of the audit log (office.md 11).
import type { CsvOptions, ListPage, Paging } from './lists.ts';

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
