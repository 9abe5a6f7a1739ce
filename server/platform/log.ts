import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { z } from 'zod';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { errorCode } from './errors.ts';

/** Writes to the log: `log.info({ orderId }, 'Created an order')`. */
export type Logger = PinoLogger;

/** Field names of personal data and secrets, in lower case, without other characters. */
const secretNames = new Set(
  (
    'authorization cookie setcookie password token secret clientsecret apikey connectionstring ' +
    'email to phone name firstname lastname street address zip city message body card ip'
  ).split(' '),
);
/** Deeper values of a log line are cut off. */
const MAX_DEPTH = 6;
/** Lines wait up to this size while the log cannot be written, as on a full disk; later ones are dropped. */
const MAX_WAITING_BYTES = 1_000_000;

/**
 * Creates the log of a process: one JSON object per line, or with `isReadable` one line for people. Hides values of
 * secrets and personal data at any depth, and shows only type, text, code and stack of errors.
 * @param destination standard output unless given (tests)
 */
export function createLog(
  options: { level: string; isReadable: boolean },
  destination: DestinationStream = openStandardOutput(),
): Logger {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => hideFields(fields, 0) },
      serializers: { err: describeError },
    },
    options.isReadable ? readableLines(destination) : destination,
  );
}

/** A log on a full disk, or one that nobody reads, holds up no request and ends no process. */
function openStandardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING_BYTES });
  let isFailing = false;
  output.on('write', () => (isFailing = false));
  output.on('error', () => (isFailing = true));
  output.once('error', () => {
    const giveUp = () => isFailing && output.destroy();
    // before pino's own listeners, which write until the disk has space
    process.prependListener('beforeExit', giveUp).prependListener('exit', giveUp);
  });
  // for Node's own warnings, which often lead to the same disk
  process.stderr.on('error', () => undefined);
  return output;
}

function hideFields(fields: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]: [string, unknown]) => {
    const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '');
    return [name, secretNames.has(letters) ? '[hidden]' : hideValue(value, depth)] as const;
  });
  return Object.fromEntries(entries);
}

function hideValue(value: unknown, depth: number): unknown {
  if (value instanceof Error && depth > 0) return describeError(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => hideValue(item, depth + 1));
  return hideFields(value, depth + 1);
}

/** Leaves out other fields: PostgreSQL's `detail` quotes the row. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = errorCode(error);
  return {
    type: error.name,
    text: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

const logLine = z.looseObject({
  level: z.string(),
  time: z.coerce.date(),
  msg: z.string().optional(),
  err: z.object({ stack: z.string().optional() }).optional().catch(undefined),
});

/** Writes `14:03:07 warn  text field=value`, and the stack of an error below. */
function readableLines(destination: DestinationStream): DestinationStream {
  return {
    write(line) {
      const { level, time, msg, err, ...fields } = logLine.parse(JSON.parse(line));
      const extras = Object.entries(fields).map(([name, value]) => `${name}=${show(value)}`);
      const clock = toBerlinIso(time).slice(11, 19);
      const text = [clock, level.padEnd(5), msg, ...extras].filter(Boolean).join(' ');
      destination.write(err?.stack ? `${text}\n${err.stack}\n` : `${text}\n`);
    },
  };
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
