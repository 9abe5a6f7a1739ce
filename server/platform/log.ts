import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

/** Writes to the log: `log.info({ order: id }, 'order made')`. */
export type Logger = PinoLogger;

/** Names under which personal data and secrets travel; their values never reach the log, at any depth. */
const secretNames = new Set([
  ...['authorization', 'cookie', 'setcookie', 'password', 'token', 'secret', 'clientsecret'],
  ...[
    'apikey',
    'key',
    'email',
    'to',
    'phone',
    'firstname',
    'lastname',
    'name',
    'street',
    'address',
  ],
  ...['zip', 'city', 'message', 'body', 'card', 'connectionstring', 'ip'],
]);
const deepest = 6;

/**
 * The log of a process: one JSON object per line, or with `readable` one line for people.
 * @param destination where lines go; standard output unless given (tests)
 */
export function createLog(
  options: { level: string; readable: boolean },
  destination: DestinationStream = pino.destination({ dest: 1, sync: options.readable }),
): Logger {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redactFields(fields, 0),
      },
      serializers: { err: describeError },
    },
    options.readable ? readableLines(destination) : destination,
  );
}

function redactFields(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => {
    const plainName = name.toLowerCase().replaceAll(/[^a-z]/g, '');
    if (value !== undefined && secretNames.has(plainName)) return [name, '[hidden]'] as const;
    return [name, redactValue(value, depth)] as const;
  });
  return Object.fromEntries(entries);
}

function redactValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return value;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= deepest) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return redactFields(value as Record<string, unknown>, depth + 1);
}

/** Message, stack and code of an error; not its other fields (PostgreSQL's `detail` quotes the row). */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    text: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** `14:03:07 warn  text field=value`, errors with their stack below. */
function readableLines(destination: DestinationStream): DestinationStream {
  return {
    write(line) {
      const { level, time, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
      const extras = Object.entries(fields).map(([name, value]) => `${name}=${show(value)}`);
      const clock = new Date(String(time)).toLocaleTimeString('en-GB', {
        timeZone: 'Europe/Berlin',
      });
      const start = [clock, String(level).padEnd(5), ...(msg === undefined ? [] : [show(msg)])];
      const stack = (err as { stack?: string } | undefined)?.stack;
      destination.write(`${[...start, ...extras].join(' ')}${stack ? `\n${stack}` : ''}\n`);
    },
  };
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
