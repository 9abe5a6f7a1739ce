import { once } from 'node:events';
import { toEventName, type CommandName } from '#contract/office/commands.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import { failStart, StartError } from '../platform/errors.ts';
import { ProgrammeError } from '../programme/programme-format.ts';
import type { CommandOutput } from './lists.ts';
import { explainWords, describeUse, parseArguments, UsageError } from './arguments.ts';
import { commands, fileCommands, staffLists } from './commands.ts';
import { doorLists } from './door-lists.ts';
import { connect } from './connect.ts';
import { isOfficeCommand, listOfficeCommands, runOfficeCommand } from './run-office-command.ts';

// `npm run office -- COMMAND …`: the association's tool on the command line. Exit codes: 0 done, 1 refused, 2 wrong use
// (office.md 12).

const databaseCommands = { ...commands, ...staffLists, ...doorLists };
const handWritten = { ...fileCommands, ...databaseCommands };

function usage(): string {
  const lines = Object.entries(handWritten).map(
    ([name, command]) =>
      `  npm run office -- ${`${name} ${command.usage}`.padEnd(38)} ${command.help}`,
  );
  const layer = listOfficeCommands().map(
    (name) => `  npm run office -- ${name.padEnd(38)} ${commandLabels[toEventName(name)].en}`,
  );
  return [
    'The office: commands for the association.',
    '',
    ...lines,
    '',
    'With --json a command prints one JSON object instead of text.',
    'The same commands as on the web; npm run office -- help NAME shows what each takes.',
    '',
    ...layer,
    '',
  ].join('\n');
}

function help([name = '']: string[]): string {
  if (name === '') return usage();
  if (isOfficeCommand(name)) {
    const use = describeUse(name);
    return [`${commandLabels[toEventName(name)].en}.`, use, ...explainWords(use), ''].join('\n');
  }
  const command = handWritten[name];
  if (command === undefined) throw new UsageError(`There is no command ${name}.`);
  const use = ['npm run office --', name, command.usage, '[--json]'].filter(Boolean).join(' ');
  return `${command.help}\n${use}\n`;
}

async function run(): Promise<void> {
  const [first = '', ...rest] = process.argv.slice(2);
  const [name, ...given] = rest.includes('--help') ? ['help', first] : [first, ...rest];
  // Node decodes arguments and puts this character where they are not UTF-8
  if (given.some((arg) => arg.includes('\uFFFD')))
    throw new UsageError('An argument is not UTF-8.');
  if (isOfficeCommand(name)) return await runOnShop(name, given);
  const args = given.filter((arg) => arg !== '--json');
  const print = ({ text, data }: CommandOutput): void => {
    process.stdout.write(args.length < given.length ? `${JSON.stringify(data)}\n` : text);
  };
  if (name === 'help') {
    const text = help(args);
    return print({ text, data: { help: text } });
  }
  const [onFiles, onDatabase] = [fileCommands[name], databaseCommands[name]];
  const command = onFiles ?? onDatabase;
  if (command === undefined) {
    const wrong = name === '' ? 'Give a command' : `There is no command ${name}`;
    throw new UsageError(`${wrong}: npm run office -- help lists them.`);
  }
  // an option, such as --retry, does not stand in for an argument
  const leading = args.slice(0, command.minArguments).filter((arg) => !arg.startsWith('--'));
  if (leading.length < command.minArguments)
    throw new UsageError(`Use: npm run office -- ${name} ${command.usage}`);
  // an option that it does not have would leave a list unfiltered
  const option = args.find((arg) => arg.startsWith('--') && !command.usage.includes(arg));
  const isTooMuch = command.usage === '' && args.length > 0;
  if (option !== undefined || isTooMuch) {
    const use = `npm run office -- ${name} ${command.usage}`.trimEnd();
    throw new UsageError(`${name} has no ${option ?? args.join(' ')}: ${use}`);
  }
  const printLine = ({ text, data }: CommandOutput) => print({ text: `${text}\n`, data });
  if (onFiles !== undefined) printLine(await onFiles.run(null, args));
  if (onDatabase === undefined) return;
  const cli = await connect({ mayCreate: args.includes('--create') });
  try {
    printLine(await onDatabase.run(cli, args));
  } finally {
    await cli.close();
  }
}

async function runOnShop(name: CommandName, args: string[]): Promise<void> {
  // before the database is opened
  parseArguments(name, args);
  const cli = await connect();
  try {
    for await (const part of await runOfficeCommand(cli, name, args)) {
      // a long list waits for its reader
      if (!process.stdout.write(part)) await once(process.stdout, 'drain');
    }
  } finally {
    await cli.close();
  }
}

// `… | head` closes the pipe early, which is no error
process.stdout.on('error', () => process.exit(0));

run().catch((error: unknown) => {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
  const isExpected = error instanceof ProgrammeError;
  failStart(isExpected ? new StartError(error.message) : error);
});
