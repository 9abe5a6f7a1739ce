// One request of a person in the office as pages see it. Types only: server/edge creates it.
import type { Language } from '../language.ts';
import type { FormEntries } from './forms.ts';
import type { Staff } from './staff.ts';

/** Why a session is over: nobody was there, its longest time has passed, or somebody ended it. */
export type SessionEnd = 'idle' | 'long' | 'ended';

/** The message of the next page, after a command that worked (office.md 1, HTTP). */
export interface OfficeFlash {
  /** Label of the command, full stop, what matters. */
  text: string;
  /** A form that undoes the command, for 10 minutes. */
  undo?: { path: string; entries: Record<string, string> };
}

/** Why a command failed. */
export interface OfficeProblem {
  status: 403 | 404 | 409 | 410 | 422 | 429;
  /** For `role="alert"`; undefined when only fields are wrong. */
  message?: string;
  /** Field name → message, in the order of the fields. */
  errors: Record<string, string>;
  retryAfterSeconds?: number;
  /** Names the stored version where somebody has changed it in the meantime: the next attempt carries it. */
  version?: string;
}

/**
 * The output of a command, or the problem that stopped it. An output says `isUnchanged` when the command found
 * everything as it should be and left no audit entry.
 */
export type CommandResult =
  | { output: Record<string, unknown>; problem: null }
  | { output: null; problem: OfficeProblem };

/** Data for the frame of every page. */
export interface OfficeFrame {
  language: Language;
  /** Name of the festival. */
  festival: string;
  isDemo: boolean;
  /** Whether Stripe's keys are test keys: every page says TEST MODE. */
  isTestMode: boolean;
  staff: Staff | null;
  /** The path of the page with its query. */
  path: string;
  flash: OfficeFlash | null;
  /** Entries of a form of this page that were stored while signing in (office.md 1, Nothing typed is lost). */
  savedEntries: FormEntries | null;
  /** Makes a form that is sent twice take effect once. */
  formToken: string;
  /** Why the browser's session is over; null if it is not, or there is none. */
  sessionEnd: SessionEnd | null;
  /** Minutes until an idle session ends; 0 without a session. */
  idleMinutes: number;
}
