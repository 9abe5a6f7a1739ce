import type { Pool, PoolClient } from 'pg';
import type { ZodType } from 'zod';
import type { CommandName } from '#contract/office/commands.ts';
import type { Language } from '#contract/language.ts';
import type { Env } from '../settings/env.ts';
import type { FestivalStore } from '../festival/festival-content.ts';
import type { Logger } from '../platform/log.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { Actor } from './actor.ts';
import type { OfficeError, LocalizedText } from './office-problem.ts';
import type { AuditEntry } from './audit/write-audit-event.ts';

/** Dependencies of the office's commands and queries; created once per process. */
export interface OfficeDeps {
  env: Env;
  pool: Pool;
  log: Logger;
  tokens: SignedTokens;
  festival: FestivalStore;
  /** Address of the site. */
  publicUrl: () => string;
  /** Called after tickets became available or were taken, so that pages show it at once. */
  stockChanged: () => void;
}

/** A command's caller and surroundings. */
export interface CommandContext {
  deps: OfficeDeps;
  /** In the command's transaction. */
  client: PoolClient;
  actor: Actor;
  language: Language;
  /** The caller's address; '' on the command line. */
  address: string;
  /** The caller's session, by id; null without one. */
  sessionId: number | null;
  /** The browser's `User-Agent`; '' on the command line. */
  userAgent: string;
  /** The people who have signed in from the caller's browser. */
  browserStaffIds?: number[];
}

/** The result of a command that succeeded. */
export interface CommandEnd {
  /** For the caller: JSON without anything secret that is not for them. */
  output: Record<string, unknown>;
  /** The audit entry; several for a command on several things; none where nothing has changed. */
  audit: AuditEntry | AuditEntry[];
  /** Runs after the commit. */
  afterCommit?: () => void;
}

/**
 * A command of the office: one function, one transaction, one audit entry (office.md 1). Throws OfficeError for an
 * expected problem.
 */
export interface CommandDefinition<Input = never, Prepared = unknown> {
  /** Its output holds a secret, such as the token of a new session: a second submission gets it for a minute only. */
  hasSecretOutput?: true;
  /** Its keys are the form's field names (office.md 12). */
  input: ZodType<Input>;
  /** The keys of `input` where its schema does not list them; `{id}` at the end stands for a number. */
  keys?: readonly string[];
  /** Errors by field that the schema does not see, from the entries as they came; shown together with its own. */
  findErrors?: (
    deps: OfficeDeps,
    entries: Record<string, unknown>,
    caller: Omit<CommandContext, 'client' | 'deps'>,
  ) => Promise<Record<string, LocalizedText>>;
  /** Slow work before the transaction, such as hashing a password; it changes nothing. */
  prepare?: (
    deps: OfficeDeps,
    input: Input,
    caller: Omit<CommandContext, 'client' | 'deps'>,
  ) => Promise<Prepared>;
  run: (context: CommandContext, input: Input, prepared: Prepared) => Promise<CommandEnd>;
  /** Runs after an expected problem has rolled the transaction back, for example to count a failed sign-in. */
  afterProblem?: (
    deps: OfficeDeps,
    input: Input,
    caller: Omit<CommandContext, 'client' | 'deps'>,
    problem: OfficeError,
  ) => Promise<void>;
}

/** Declares a command; keeps the types of its input together. */
export function defineCommand<Input, Prepared = undefined>(
  definition: CommandDefinition<Input, Prepared>,
): CommandDefinition {
  return definition as unknown as CommandDefinition;
}

/** The commands of a feature by their names. */
export type CommandTable = Partial<Record<CommandName, CommandDefinition>>;
