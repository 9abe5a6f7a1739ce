import { NotPrintable } from '../../documents/find-postal-orders.ts';
import { RefundNotPossible } from '../../payment/refund-order.ts';
import { failStart, StartError } from '../../platform/errors.ts';
import { ProgrammeError } from '../../programme/programme-format.ts';
import { commands } from './commands.ts';
import { connect } from './connect.ts';

// `npm run office -- COMMAND …`: the association's tool on the command line.

function usage(): string {
  const lines = Object.entries(commands).map(
    ([name, command]) =>
      `  npm run office -- ${`${name} ${command.usage}`.padEnd(38)} ${command.help}`,
  );
  return ['The office: commands for the association.', '', ...lines, ''].join('\n');
}

async function run(): Promise<void> {
  const [name = '', ...words] = process.argv.slice(2);
  const command = commands[name];
  if (command === undefined) {
    process.stdout.write(usage());
    process.exitCode = name === '' || name === 'help' ? 0 : 2;
    return;
  }
  if (words.length < command.minWords)
    throw new StartError(`Use: npm run office -- ${name} ${command.usage}`);
  const cli = await connect();
  try {
    process.stdout.write(`${await command.run(cli, words)}\n`);
  } finally {
    await cli.close();
  }
}

// `… | head` closes the pipe early, which is no error
process.stdout.on('error', () => process.exit(0));

run().catch((error: unknown) => {
  const isExpected =
    error instanceof RefundNotPossible ||
    error instanceof ProgrammeError ||
    error instanceof NotPrintable;
  failStart(isExpected ? new StartError(error.message) : error);
});
