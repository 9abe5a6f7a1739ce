import { StartError } from '../errors.ts';

/** Messages PostgreSQL may write before it ends (left, in English: LC_ALL=C), and the advice for each. */
const advice: [RegExp, string][] = [
  [
    /No space left on device|free disk space|wrote only/,
    'The disk is full: free some space and start again.',
  ],
  [
    /lock file .* already exists|pre-existing shared memory block/,
    'Another PostgreSQL uses this directory: stop it, or set DATA_DIR to another directory.',
  ],
  [
    /has wrong ownership|Permission denied|has invalid permissions/,
    'The files belong to another account: change their owner, or set DATA_DIR to another directory.',
  ],
  [/initialized by PostgreSQL version/, 'It was made by another version of PostgreSQL.'],
  [/could not (create|map) .*shared memory|Cannot allocate memory/, 'There is too little memory.'],
  [
    /error while loading shared libraries|not found|ENOENT/,
    'The bundled PostgreSQL does not run on this system: set DATABASE_URL to a server instead.',
  ],
];
const defaultAdvice =
  'The files are probably damaged: restore a backup into an empty DATA_DIR, or set DATABASE_URL.';

/** Makes one line of what PostgreSQL or initdb wrote to stderr before it ended. */
export function explainFailure(directory: string, stderr: string): StartError {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const reason =
    lines.find((line) => /FATAL:|PANIC:|error:/.test(line)) ?? lines.at(-1) ?? 'no reason given';
  const what = reason.replace(/^.*?(?:FATAL|PANIC|error):\s*/, '').trim();
  const toDo = advice.find(([pattern]) => pattern.test(stderr))?.[1] ?? defaultAdvice;
  return new StartError(`PostgreSQL could not start in ${directory}: ${what}. ${toDo}`);
}
