import { rename, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { commandNames, toEventName, type CommandName } from '#contract/office/commands.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import { formTexts } from '#messages/office/forms.ts';
import { loadFestival } from '../programme/festival-content.ts';
import { errorCode, StartError } from '../platform/errors.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { submit, readFor } from '../operations.ts';
import type { Context } from '../operations/define.ts';
import type { Caller } from '../operations/caller.ts';
import { toCommandResult } from '../operations/run.ts';
import {
  checkFilters,
  checkSwitches,
  parseArguments,
  describeUse,
  UsageError,
  switchValues,
  type Given,
} from './arguments.ts';
import { readShopAddress, type CliContext } from './connect.ts';
import type { Deps } from '../deps.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import { languages, type Language } from '#contract/language.ts';
import { readRowId } from '#contract/office/forms.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { listPrintableOrders, type OfficePdf } from '../documents/operations.ts';
import { Problem } from '../platform/problem.ts';

/** Commands of a person in their own session, and those that `load` and `export` stand for. */
const ofPages = new Set<string>([
  'staff:accept',
  'staff:sign-in',
  'staff:step-up',
  'staff:sign-out',
  'staff:credentials',
  'staff:note-codes',
  'staff:details',
  'staff:settings',
  'staff:end-sessions',
  'programme:import',
  'programme:export',
]);

/** Whether an argument names a command of the office's layer that exists. */
export const isOfficeCommand = (name: string): name is CommandName =>
  !ofPages.has(name) && commandNames.some((each) => each === name);

/** The commands of the office's layer, in the order of the table. */
export const listOfficeCommands = (): CommandName[] => commandNames.filter(isOfficeCommand);

/**
 * Runs a command with the given arguments and returns the parts of the text to print: what it did, or the list that it
 * exports as CSV. Throws StartError when it is refused.
 */
export async function runOfficeCommand(
  cli: CliContext,
  name: CommandName,
  args: string[],
): Promise<AsyncIterable<string> | string[]> {
  const { input, isJson } = parseArguments(name, args);
  checkSwitches(name, input);
  const readList = exportedLists[name];
  if (readList === undefined) {
    const output = await (name in drawnFiles ? runWithFile : runAsSystemUser)(cli, name, input);
    return [isJson ? JSON.stringify(output) : describeOutput(name, output), '\n'];
  }
  const given = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, String(value)]),
  );
  // before the entry is written
  checkFilters(name, given);
  const { language } = readOptions(given);
  await runAsSystemUser(cli, name, input);
  const { deps, caller } = await createReader(cli);
  const lines = await readList({ deps, caller: { ...caller, language } }, given);
  return isJson ? [JSON.stringify({ csv: (await Array.fromAsync(lines)).join('') }), '\n'] : lines;
}

/**
 * Runs a command whose result is a file. Writes it first, so that no audit entry exists without its file. Throws
 * StartError when it cannot be written.
 */
export async function runWithFile(
  cli: CliContext,
  name: CommandName,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const drawn = await drawnFiles[name]?.(await createReader(cli), input);
  const file = typeof input['file'] === 'string' ? input['file'] : (drawn?.filename ?? '');
  const target = path.resolve(file);
  const unfinished = `${target}.unfinished`;
  try {
    await writeFile(unfinished, drawn?.bytes ?? '', { mode: 0o600 });
  } catch (error) {
    const reason = errorCode(error) ?? String(error);
    throw new StartError(
      `Cannot write ${target} (${reason}). Name another one: ${name} --file FILE.`,
    );
  }
  try {
    const output = await runAsSystemUser(cli, name, input);
    await rename(unfinished, target);
    return { ...output, file };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** The system's user, who may run everything: a user of the command line has the server (office.md 12). */
export const createSystemCaller = (): Caller => ({
  kind: 'command-line',
  name: userInfo().username,
  language: 'en',
  address: '',
  requestId: null,
  userAgent: '',
  knownAccounts: [],
});

const createReader = async (cli: CliContext): Promise<Context> => ({
  deps: await createDeps(cli),
  caller: createSystemCaller(),
});

/** Runs a command as the system's user and returns its output. Throws StartError when it is refused. */
export async function runAsSystemUser(
  cli: CliContext,
  name: CommandName,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { output, problem } = await toCommandResult(
    submit(await createDeps(cli), name, input, createSystemCaller()),
    'en',
  );
  if (problem !== null) {
    const errors = Object.entries(problem.errors).map(([key, message]) => `${key}: ${message}`);
    const text = [problem.message ?? '', ...errors].filter(Boolean).join(' ');
    throw new StartError(text || (problem.status === 404 ? 'Not found.' : 'Not possible.'));
  }
  return output;
}

function describeOutput(
  name: CommandName,
  { isUnchanged, ...output }: Record<string, unknown>,
): string {
  if (name === 'staff:invite') {
    const until = String(output['expires_at']).slice(0, 16).replace('T', ' ');
    const [email, role, url] = ['email', 'role', 'url'].map((key) => String(output[key]));
    return `Invitation for ${email} (${role}), valid until ${until}:\n${url}`;
  }
  const facts = Object.entries(output).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const done =
    isUnchanged === true ? formTexts.nothingChanged.en : `${commandLabels[toEventName(name)].en}.`;
  return [done, ...facts].join('\n');
}

/** Dependencies of commands that run while the shop does. */
async function createDeps(cli: CliContext): Promise<Deps> {
  const { env, pool, log } = cli;
  const address = await readShopAddress(cli);
  return {
    env,
    pool,
    log,
    tokens: createSignedTokens(env.appSecret),
    festival: await loadFestival(pool),
    publicUrl: () => address,
    // the shop reads the stock itself
    stockChanged: () => undefined,
  };
}

type ReadList = (context: Context, given: Given) => Promise<AsyncIterable<string>>;

/** The lists that commands export: the command writes the audit entry, this code the lines. */
const exportedLists: Partial<Record<CommandName, ReadList>> = {
  'order:export': (context, { list = 'orders', ...filters }) =>
    list === 'orders'
      ? readFor(context.deps, 'order:csv', context.caller, { ...filters, ...readOptions(filters) })
      : readFor(context.deps, 'order:box-office-csv', context.caller, {
          id: Number(list),
          ...readOptions(filters),
        }),
  'newsletter:export': (context, { q = '', ...given }) =>
    readFor(context.deps, 'newsletter:csv', context.caller, { q, ...readOptions(given) }),
  'audit:export': (context, { who = '', what = '', from = '', to = '', thing = '', ...given }) =>
    readFor(context.deps, 'audit:csv', context.caller, {
      filters: { who, what, from, to, thing },
      ...readOptions(given),
    }),
};

/** The format of the CSV. Throws StartError for an unknown language. */
function readOptions({ language = 'en', bom }: Given): CsvOptions {
  const isKnown = (text: string): text is Language => languages.some((each) => each === text);
  if (!isKnown(language)) {
    throw new StartError(`language: ${formTexts.oneOf.en({ values: languages })}`);
  }
  return { language, hasBom: switchValues.some((each) => each === bom) };
}

type DrawFile = (context: Context, input: Record<string, unknown>) => Promise<OfficePdf>;

/** The files that commands draw: the command writes the audit entry, this code the PDF that a page would lead to. */
const drawnFiles: Partial<Record<CommandName, DrawFile>> = {
  async 'order:print'(context, { order = [], concert = '' }) {
    const orders = [order].flat().map((no) => String(no).toUpperCase());
    if (orders.length === 0 && concert === '') {
      throw new UsageError(`order:print wants order or concert: ${describeUse('order:print')}`);
    }
    try {
      // the PDF leaves out what cannot be printed; the command line says why
      if (concert === '') await listPrintableOrders(context.deps.pool, orders);
      return await readFor(context.deps, 'order:tickets-pdf', context.caller, {
        orders,
        concert: concert === '' ? null : readRowId(String(concert)),
      });
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      throw new StartError((error.extras.message ?? commandProblemTexts.nothingToPrint).en);
    }
  },
};
