import type { Language } from '#contract/language.ts';
import type { CommandName } from '#contract/office/commands.ts';
import type {
  CommandResult,
  OfficeFlash,
  OfficeFrame,
  SessionEnd,
} from '#contract/office/office.ts';
import type { Staff } from '#contract/office/staff.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { conflict, Problem } from '../platform/problem.ts';
import { isDatabaseUnavailable } from '../platform/database/database.ts';
import { toProblemDto } from './problems.ts';
import { randomToken, hashToken } from '../platform/security/signed-tokens.ts';
import { checkCookies, type OfficeCookies } from './cookies.ts';
import { recordRefusedAccess } from '../audit/record-refused-access.ts';
import type { Caller, Sender } from '../operations/caller.ts';
import type { Entries } from '../operations/define.ts';
import { countHits } from '../operations/limit.ts';
import { IdentityDue, toCommandResult } from '../operations/run.ts';
import { readFor, submit, type InputOf, type OutputOf, type ReadName } from '../operations.ts';
import { hasDemoStaff, type StaffSession } from '../staff/staff-sessions.ts';
import type { Deps } from '../deps.ts';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { readEntries, type FormEntries } from '#contract/office/forms.ts';
import { cleanTexts } from '../operations/entries.ts';

/** Status of a page that may not be opened, does not exist, is requested too often, or cannot be read. */
export type RefusedStatus = 403 | 404 | 429 | 503 | RefusedForm;

/** Status of a form that cannot be read, is too large, or is none. */
export type RefusedForm = 400 | 413 | 415;

/** One request to the office after its rights were checked. */
export interface OfficeVisit {
  request: Request;
  /** Only for a page about a problem: the address in the browser, whose page it replaces. */
  problemPath?: string;
  session: StaffSession | null;
  /** Why the browser's session is over; null if it is not, or there is none. */
  sessionEnd: SessionEnd | null;
  /** Its language is that of pages without a session: the browser's. */
  sender: Sender;
  language: Language;
  knownAccounts: number[];
  cookies: OfficeCookies;
  /** Why the page may not be opened; its loaders and actions then get this status instead of the office. */
  refusedStatus: RefusedStatus | null;
  /** Headers of the response, besides those of every response. */
  responseHeaders: Record<string, string>;
}

/** In loaders and actions: access to the office's data and commands. */
export interface Office {
  readonly language: Language;
  /** The language of pages without a session, such as the one after signing out. */
  readonly signedOutLanguage: Language;
  /** The signed-in person; throws 403 on public screens without one. */
  readonly staff: Staff;
  /** The signed-in person; null without one. */
  readonly visitor: Staff | null;
  readonly frame: () => Promise<OfficeFrame>;
  /** Reads data; throws a 404 response for an unknown id. */
  read<Name extends ReadName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
  /**
   * Runs a command as the signed-in person; a problem is a value. `form`: its token makes a second submission
   * have no effect, and its entries are stored when a step-up is due (throws the redirect).
   */
  submit(name: CommandName, entries: Entries, form?: FormData): Promise<CommandResult>;
  /** Keeps the entries of this page's form for when the person comes back to it. */
  keepEntries(form: FormData): Promise<void>;
  /** Throws the redirect to the confirmation of the identity when a step-up is due, for exports by GET. */
  requireStepUp(): void;
  /** Whether the identity was confirmed a short time ago, so that no step-up is due. */
  readonly isConfirmed: boolean;
  /** Sends the session cookie of a token; null deletes it. */
  setSession(token: string | null): void;
  setFlash(flash: OfficeFlash): void;
}

/** Creates the office for the loaders and actions of one request. */
export function createOffice(deps: Deps, visit: OfficeVisit): Office {
  const { request, session, language, cookies, refusedStatus } = visit;
  const path = visit.problemPath ?? pathOf(request);
  const checkAccess = (): void => {
    if (refusedStatus !== null) throw refusedResponse(visit, refusedStatus);
  };
  const recordRefused = createRefusedRecorder(deps, visit, path);
  return {
    language,
    signedOutLanguage: visit.sender.language,
    visitor: session?.staff ?? null,
    get staff() {
      checkAccess();
      if (session === null) throw new Response(null, { status: 403 });
      return session.staff;
    },
    frame: () => readFrame(deps, visit, path),
    async read(name, input) {
      checkAccess();
      try {
        return await readFor(deps, name, callerOf(visit), input);
      } catch (error) {
        throw toPageError(deps, visit, error);
      }
    },
    async submit(name, entries, form) {
      checkAccess();
      // a HEAD request gets the headers of an export and runs nothing (office.md 1, HTTP)
      if (request.method === 'HEAD') return { output: {}, problem: null };
      const caller = callerOf(visit);
      try {
        if (session !== null && name.endsWith(':export')) {
          await countHits(deps, 'office export', caller, {});
        }
        // the browser would forget the sign-in at once
        const output =
          checkCookies(request) === 'blocked'
            ? Promise.reject(conflict(staffTexts.cookiesBlocked))
            : submit(deps, name, entries, caller, submissionOf(form, visit));
        const result = await toCommandResult(output, language);
        const { status, retryAfterSeconds: wait } = result.problem ?? {};
        if (status === 403) await recordRefused();
        if (wait !== undefined) visit.responseHeaders['retry-after'] = String(wait);
        return result;
      } catch (error) {
        if (!(error instanceof IdentityDue)) throw toPageError(deps, visit, error);
        if (form !== undefined) await keepEntries(deps, visit, form);
        throw redirectTo('/office/confirm-identity', path);
      }
    },
    keepEntries: (form) => keepEntries(deps, visit, form),
    isConfirmed: session?.isConfirmed ?? false,
    requireStepUp() {
      checkAccess();
      if (session?.isConfirmed !== true) throw redirectTo('/office/confirm-identity', path);
    },
    setSession: (token) => cookies.setSession(token),
    setFlash: (flash) => cookies.setFlash(flash),
  };
}

const keepEntries = async (deps: Deps, visit: OfficeVisit, form: FormData): Promise<void> => {
  if (visit.session !== null) await saveForm(deps, visit, visit.session.staff.id, form);
};

/** Writes into the audit log that a command was refused: once per request, however many commands it contains. */
function createRefusedRecorder({ pool }: Deps, visit: OfficeVisit, path: string) {
  const { session, sender } = visit;
  const { address } = sender;
  let isRecorded = false;
  return async (): Promise<void> => {
    if (isRecorded) return;
    isRecorded = true;
    await recordRefusedAccess(pool, { staff: session?.staff ?? null, address }, path, 'role');
  };
}

function callerOf(visit: OfficeVisit): Caller {
  const { session, sender, language, knownAccounts } = visit;
  const browser = { ...sender, language, knownAccounts };
  if (session === null) return { ...browser, kind: 'visitor' };
  const { id, name, role } = session.staff;
  const { id: sessionId, isConfirmed } = session;
  return { ...browser, kind: 'staff', id, name, role, sessionId, isConfirmed };
}

/**
 * The response that an expected error becomes in a loader or an action, such as that of a full queue of password hashes
 * or a database that cannot be reached; any other error stays as it is.
 */
function toPageError({ log }: Deps, visit: OfficeVisit, error: unknown): unknown {
  if (!(error instanceof Problem) && !isDatabaseUnavailable(error)) return error;
  const { requestId } = visit.sender;
  const { status, retryAfter } = toProblemDto(error, visit.language, requestId, (unexpected) => {
    log.error({ err: unexpected, requestId }, 'Could not load the data of an office page');
  });
  if (retryAfter !== undefined) visit.responseHeaders['retry-after'] = String(retryAfter);
  return status === 429 ? refusedResponse(visit, status) : new Response(null, { status });
}

/** The response of such a page; with 429, it has the minutes to wait. */
function refusedResponse({ responseHeaders }: OfficeVisit, status: RefusedStatus): Response {
  const minutes = Math.ceil(Number(responseHeaders['retry-after'] ?? 60) / 60);
  return new Response(status === 429 ? String(minutes) : null, { status });
}

/** How long entries are stored while somebody signs in (office.md 1). */
const MAX_SAVED_MINUTES = 60;

/** Stores a form's entries, without files and passwords, until after the sign-in, for this browser and this person. */
export async function saveForm(
  { pool }: Deps,
  { request, cookies }: Pick<OfficeVisit, 'request' | 'cookies'>,
  staffId: number,
  form: FormData,
): Promise<void> {
  const browser = cookies.find('office-browser') ?? randomToken();
  cookies.setBrowser(browser);
  const entries = cleanTexts(readEntries(form, /password|^code$|^token$/i));
  await pool.query(
    `insert into kept_entries (browser_hash, staff_id, path, entries) values ($1, $2, $3, $4)
     on conflict (browser_hash, path) do update set entries = excluded.entries, created_at = now()`,
    [...keyOf(browser, staffId, pathOf(request)), JSON.stringify(entries)],
  );
}

/** Deletes what was stored of a form that is sent again; a step-up that is due stores the new entries. */
export async function deleteForm(
  { pool }: Deps,
  { request, session, cookies }: OfficeVisit,
): Promise<void> {
  const browser = cookies.find('office-browser');
  if (request.method !== 'POST' || session === null || browser === null) return;
  await pool.query(
    `delete from kept_entries where browser_hash = $1 and staff_id = $2 and path = $3`,
    keyOf(browser, session.staff.id, pathOf(request)),
  );
}

/** Returns the entries stored for a browser, a person and a page; null without any. */
async function findEntries(pool: Pool, key: ReturnType<typeof keyOf>): Promise<FormEntries | null> {
  const { rows } = await pool.query<{ entries: FormEntries }>(
    `select entries from kept_entries where browser_hash = $1 and staff_id = $2 and path = $3
       and created_at > now() - make_interval(mins => ${MAX_SAVED_MINUTES})`,
    key,
  );
  return rows[0]?.entries ?? null;
}

/** The key of stored entries: people who share a browser do not replace each other's. */
const keyOf = (browser: string, staffId: number, path: string): [Buffer, number, string] => [
  hashToken(`${browser} ${staffId}`),
  staffId,
  // an index entry cannot hold a long query
  createHash('sha256').update(path).digest('hex'),
];

/** The address of a page, also where the router requests its data. */
export function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname.replace(/\.data$/, '') + search;
}

/** The redirect to a page that leads back to `path` afterwards. */
export function redirectTo(page: string, path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: `${page}?to=${encodeURIComponent(path)}` },
  });
}

async function readFrame(deps: Deps, visit: OfficeVisit, path: string): Promise<OfficeFrame> {
  const { session, cookies, request } = visit;
  const browser = cookies.find('office-browser');
  // a form that signs in is repeated for its browser only
  if (session === null && visit.refusedStatus === null)
    cookies.setBrowser(browser ?? randomToken());
  const isPage = request.method === 'GET' && session !== null && browser !== null;
  const savedEntries = isPage
    ? await findEntries(deps.pool, keyOf(browser, session.staff.id, path)).catch(
        (error: unknown) => {
          throw toPageError(deps, visit, error);
        },
      )
    : null;
  const { name } = deps.festival.content();
  return {
    language: visit.language,
    festival: name,
    isDemo: hasDemoStaff(deps.env),
    isTestMode: deps.env.stripe?.isTest ?? false,
    staff: session?.staff ?? null,
    path,
    flash: request.method === 'GET' ? cookies.consumeFlash() : null,
    savedEntries,
    formToken: randomToken(),
    sessionEnd: visit.sessionEnd,
    idleMinutes: session?.idleMinutes ?? 0,
  };
}

/**
 * Identifies a submission: the form's own token with its page and entries. Without a session also the browser: its form
 * signs in there, and nobody who repeats it elsewhere (decision 13).
 */
function submissionOf(
  form: FormData | undefined,
  { request, session, cookies }: OfficeVisit,
): string | undefined {
  const token = form?.get('token');
  if (form === undefined || typeof token !== 'string' || token === '') return undefined;
  const browser = session === null ? cookies.find('office-browser') : '';
  if (browser === null) return undefined;
  const entries = [...form].filter(([, value]) => typeof value === 'string');
  return JSON.stringify([new URL(request.url).pathname, entries, browser]);
}
