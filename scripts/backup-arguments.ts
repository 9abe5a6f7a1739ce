import path from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '#server/platform/errors.ts';
import { root } from './root.ts';

const usages = {
  backup: 'npm run backup -- FILE',
  restore: 'npm run restore -- FILE, or -- --from BACKUP_DIR [--to TIME] [--unsigned]',
  'verify-backup':
    'npm run verify-backup -- FILE, or -- [--from FOLDER] [--unsigned], or without all if BACKUP_DIR is set',
};
type CommandName = keyof typeof usages;

/** The error for an invalid command line: how to use the command. */
export function usageError(command: CommandName): StartError {
  return new StartError(`Use: ${usages[command]} (FILE: such as backup-2026-07-12.tar.gz)`);
}

/** Parses options with a value, `--unsigned`, and positional arguments. Throws StartError for any other option. */
export function readOptions<const Name extends string>(
  command: CommandName,
  names: readonly Name[],
): { values: Partial<Record<Name, string>>; isUnsigned: boolean; words: string[] } {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(3),
      options: { ...options, unsigned: { type: 'boolean' } },
      allowPositionals: true,
    });
    const { unsigned = false, ...texts } = values;
    return {
      values: texts,
      isUnsigned: unsigned,
      words: positionals,
    };
  } catch {
    throw usageError(command);
  }
}

/**
 * The FILE of `npm run backup|restore|verify-backup -- FILE`, relative to where npm was called; afterwards the
 * current folder is the repository's, as for the shop. Throws StartError if none is named.
 */
export function readFileArgument(command: CommandName): string {
  const [file, ...more] = process.argv.slice(3);
  if (file === undefined || more.length > 0) throw usageError(command);
  const absolute = resolveFromCaller(file);
  process.chdir(root);
  return absolute;
}

/** A path of the command line, relative to where npm was called. */
export function resolveFromCaller(file: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
}

/** A moment with its offset, such as `2026-07-12T19:30+02:00`. Throws StartError for anything else. */
export function parseMoment(text: string): Date {
  const moment = new Date(text);
  const day = /^(\d{4}-\d\d-\d\d)T.*(?:Z|[+-]\d\d:\d\d)$/.exec(text)?.[1];
  if (day === undefined || Number.isNaN(moment.getTime())) {
    throw new StartError(
      `--to: "${text}" is not a moment with its offset, such as 2026-07-12T19:30:00+02:00.`,
    );
  }
  // Date parses 31 November as 1 December
  if (new Date(day).toISOString().startsWith(day)) return moment;
  throw new StartError(`--to: there is no day ${day}.`);
}
