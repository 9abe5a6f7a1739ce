import { RefundNotPossible } from '../../payment/refund-order.ts';
import { failStart, StartError } from '../../platform/errors.ts';
import { ProgrammeError } from '../../programme/programme-error.ts';
import { commands } from './commands.ts';
import { connect } from './connect.ts';

// `npm run office -- COMMAND …`: the association's tool until there is a back office.

function usage(): string {
  const lines = Object.entries(commands).map(
    ([name, command]) =>
      `  npm run office -- ${`${name} ${command.usage}`.padEnd(38)} ${command.help}`,
  );
  return ['The office: what the association does at the shop.', '', ...lines, ''].join('\n');
}

async function run(): Promise<void> {
  const [name = '', ...words] = process.argv.slice(2);
  const command = commands[name];
  if (command === undefined) {
    process.stdout.write(usage());
    process.exitCode = name === '' || name === 'help' ? 0 : 2;
    return;
  }
  if (words.length < command.least)
    throw new StartError(`Use: npm run office -- ${name} ${command.usage}`);
  const office = await connect();
  try {
    process.stdout.write(`${await command.run(office, words)}\n`);
  } finally {
    await office.leave();
  }
}

// `… | head`: who has read enough has no error to be told of
process.stdout.on('error', () => process.exit(0));

run().catch((error: unknown) => {
  const isExpected = error instanceof RefundNotPossible || error instanceof ProgrammeError;
  failStart(isExpected ? new StartError(error.message) : error);
});
