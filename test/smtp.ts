import { createServer, type AddressInfo, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** An SMTP server that collects the mails it accepts. */
export interface TestSmtp {
  url: string;
  received: Email[];
  /** Rejects the next mails with these codes, after their data. */
  refuse(...codes: number[]): void;
  /** Rejects the next mail with this response, to its recipient or after its data. */
  refuseWith(stage: 'RCPT' | 'DATA', response: string): void;
  /** Called after a mail is accepted and before the sender is notified. */
  beforeAnswer: () => void | Promise<void>;
}

/** Starts an SMTP server on an available port; stopped at the end of the test. */
export async function startSmtp(): Promise<TestSmtp> {
  const received: Email[] = [];
  const refusals: number[] = [];
  const responses: Record<'RCPT' | 'DATA', string[]> = { RCPT: [], DATA: [] };
  const takeError = (stage: 'RCPT' | 'DATA'): Error | null => {
    const response = responses[stage].shift();
    if (response === undefined) return null;
    const responseCode = Number(response.slice(0, 3));
    return Object.assign(new Error(response.slice(4)), { responseCode });
  };
  const smtp: TestSmtp = {
    url: '',
    received,
    refuse: (...codes) => void refusals.push(...codes),
    refuseWith: (stage, response) => void responses[stage].push(response),
    beforeAnswer: () => undefined,
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    hideENHANCEDSTATUSCODES: true,
    onRcptTo: (_address, _session, callback) => callback(takeError('RCPT')),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      const finish = async (): Promise<void> => {
        const error = takeError('DATA');
        if (error !== null) return callback(error);
        const code = refusals.shift();
        if (code !== undefined) {
          const [address] = session.envelope.rcptTo;
          const text = `refused for ${address?.address}`;
          return callback(Object.assign(new Error(text), { responseCode: code }));
        }
        received.push(await PostalMime.parse(Buffer.concat(chunks)));
        await smtp.beforeAnswer();
        return callback(null);
      };
      stream.on('end', () => void finish());
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  );
  smtp.url = `smtp://127.0.0.1:${port}`;
  return smtp;
}

/** Starts a server that greets, and then sends a line of its next response every `everyMs`, without end. */
export async function startDrippingSmtp(everyMs: number) {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined).write('220 slow.example\r\n');
    const drip = (): void => void socket.write('250-one more\r\n');
    const timer = setInterval(drip, everyMs);
    socket.once('data', drip).once('close', () => {
      sockets.delete(socket);
      clearInterval(timer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many have been opened, and how many are open. */
    connections: () => ({ opened: connections, open: sockets.size }),
    close(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
