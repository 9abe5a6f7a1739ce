// Sends the mails of a database; the tests kill it in progress.
// Arguments: the database's connection as JSON, SMTP url.
import { type Connection, openPool } from '#server/platform/database/open-pool.ts';
import { startJobRunner } from '#server/platform/jobs/job-runner.ts';
import { createLog } from '#server/platform/log.ts';
import { createSmtpTransport } from '#server/platform/mail/mail-transport.ts';
import { sendMailTask } from '#server/platform/mail/send-mail.ts';
import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';

const [, , connection = '', smtpUrl = ''] = process.argv;
const log = createLog({ level: 'error', isReadable: true });
const pool = openPool(JSON.parse(connection) as Connection, log);
const sendMail = sendMailTask({
  pool,
  log,
  tokens: createSignedTokens('a secret of thirty-two characters!'),
  publicUrl: 'https://festival.example',
  from: 'karten@festival.example',
  kinds: {
    greeting: () =>
      Promise.resolve({ subject: 'Hallo', preheader: '', heading: 'Hallo', paragraphs: [] }),
  },
  findSender: () =>
    Promise.resolve({ name: 'Marienfirn', tagline: '', addressLines: [], email: '', siteUrl: '' }),
  transport: createSmtpTransport(smtpUrl),
  sendWithDocuments: () => Promise.reject(new Error('there are none')),
});
await startJobRunner({ pool, log, tasks: { 'send-mail': sendMail } });
