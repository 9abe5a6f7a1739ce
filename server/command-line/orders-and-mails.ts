import { addShopHint, type CliContext } from './connect.ts';
import { formatEuros, type CommandOutput } from './lists.ts';
import { UsageError } from './parse-arguments.ts';
import { runAsSystemUser } from './run-office-command.ts';

// The short forms of the office's commands on orders and mails (office.md 12): the same code and audit entries.

/** Stands in for the reason that the web asks for. */
const REASON = 'npm run office -- refund';

/** `refund NUMBER [--tickets 12,13 | --retry]` runs order:refund. */
export async function refund(
  cli: CliContext,
  [orderNo = '', option, list = '']: string[],
): Promise<CommandOutput> {
  const data = await runAsSystemUser(cli, 'order:refund', {
    orderNo,
    reason: REASON,
    ...readTickets(option, list),
  });
  const [cents, retriedCents] = [Number(data['cents']), Number(data['retriedCents'])];
  const voided = data['tickets'] as number[];
  const retried =
    retriedCents === 0
      ? []
      : [`Refunding again what failed: ${formatEuros(retriedCents)}, already invoiced.`];
  if (cents === 0 && voided.length === 0) {
    return { text: addShopHint(cli, retried.join('\n')), data };
  }
  const text = [
    ...retried,
    `Refunding ${formatEuros(cents)}. Tickets voided and on sale again: ${voided.length}.`,
    addShopHint(cli, 'Refund, cancellation invoice and mail follow.'),
  ].join('\n');
  return { text, data };
}

/** Part of the input of order:refund. Throws UsageError. */
function readTickets(option: string | undefined, list: string): Record<string, unknown> {
  if (option === undefined) return { whole: 'yes' };
  if (option === '--retry') return { retry: 'yes' };
  if (option !== '--tickets') {
    throw new UsageError('Use: npm run office -- refund NUMBER [--tickets 12,13 | --retry]');
  }
  const ticket = list.split(',').map((id) => id.trim());
  if (!ticket.every((id) => /^[1-9]\d{0,14}$/.test(id))) {
    throw new UsageError('Give the numbers of tickets: --tickets 12,13');
  }
  return { ticket };
}

/** `resend NUMBER|MAIL-ID` runs order:resend or mail:resend. */
export async function resend(cli: CliContext, [what = '']: string[]): Promise<CommandOutput> {
  if (/^\d+$/.test(what)) {
    await runAsSystemUser(cli, 'mail:resend', { id: what });
    return { text: addShopHint(cli, 'Mails sent again: 1.'), data: { mails: 1 } };
  }
  const { mails } = await runAsSystemUser(cli, 'order:resend', { orderNo: what });
  return { text: addShopHint(cli, `Mails sent again: ${String(mails)}.`), data: { mails } };
}
