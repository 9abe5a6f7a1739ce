import { Hono } from 'hono';
import type { Pool } from 'pg';
import type { Attachment, Email } from 'postal-mime';
import { berlinTime, berlinDate } from '#contract/berlin-time.ts';
import { colours } from '#server/platform/colours.ts';
import { isLocalRequest } from '../client-address.ts';
import { Problem } from '../problem.ts';
import { escapeHtml } from '../escape-html.ts';

/** Allows the inline styles of mails; forbids scripts and other origins. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; " +
  "frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

interface ListedMail {
  id: number;
  kind: string;
  recipient: string;
  subject: string;
  keptAt: Date;
}

/**
 * Shows the mails that were stored instead of sent: `/dev/mail` (as JSON if the client accepts it), one mail at
 * `/dev/mail/:id` with `/html`, `/text`, `/raw` and `/attachment/:n`. Never mounted in production. Mails contain links
 * into every account.
 *
 * @param isOpen whether it responds to other machines, too (DEV_MAIL); 403 otherwise
 */
export function createDevMailbox(
  pool: Pool,
  isOpen: boolean,
  publicUrl: () => string,
): Hono<{ Bindings: { peer?: string } }> {
  const app = new Hono<{ Bindings: { peer?: string } }>();
  app.use('/dev/mail/*', async (c, next) => {
    if (!isOpen && !isLocalRequest(c.env?.peer ?? '', c.req.raw.headers, publicUrl())) {
      throw new Problem('forbidden');
    }
    await next();
    c.header('content-security-policy', contentSecurityPolicy);
    c.header('cache-control', 'no-store');
    c.header('x-robots-tag', 'noindex');
    c.header('referrer-policy', 'no-referrer');
  });
  app.get('/dev/mail', async (c) => {
    const mails = await listMails(pool);
    const wantsJson = c.req.header('accept')?.includes('application/json') ?? false;
    return wantsJson ? c.json({ data: mails }) : c.html(listPage(mails));
  });
  app.get('/dev/mail/:id{[0-9]{1,15}}/:view?/:n?', async (c) => {
    const id = Number(c.req.param('id'));
    const raw = await findRaw(pool, id);
    if (raw === null) return c.html(page('No such mail', '<p>It was never stored here.</p>'), 404);
    const mail = await parseMail(raw);
    switch (c.req.param('view')) {
      case undefined:
        return c.html(mailPage(id, mail));
      case 'raw':
        return respond(new Uint8Array(raw), 'text/plain; charset=utf-8');
      case 'html':
        return respond(mail.html ?? '', 'text/html; charset=utf-8');
      case 'text':
        return respond(mail.text ?? '', 'text/plain; charset=utf-8');
      case 'attachment': {
        const attachment = mail.attachments[Number(c.req.param('n'))];
        if (attachment !== undefined) return respond(bytesOf(attachment), attachment.mimeType);
      }
    }
    return c.notFound();
  });
  return app;
}

async function listMails(pool: Pool): Promise<ListedMail[]> {
  const { rows } = await pool.query<ListedMail>(
    `select m.id, m.kind, m.recipient, k.subject, k.kept_at as "keptAt"
     from kept_mail k join mail m on m.id = k.mail_id order by k.kept_at desc, m.id desc limit 200`,
  );
  return rows;
}

async function findRaw(pool: Pool, id: number): Promise<Buffer | null> {
  const { rows } = await pool.query<{ raw: Buffer }>(
    'select raw from kept_mail where mail_id = $1',
    [id],
  );
  return rows[0]?.raw ?? null;
}

/** Decodes the values of headers. Imports the parser on use: production never needs it. */
async function parseMail(raw: Buffer): Promise<Email> {
  const { default: PostalMime, decodeWords } = await import('postal-mime');
  const mail = await PostalMime.parse(raw);
  const headers = mail.headers.map((each) => ({ ...each, value: decodeWords(each.value) }));
  return { ...mail, headers };
}

/** postal-mime returns an ArrayBuffer unless another encoding is set. */
function bytesOf({ content }: Attachment): ArrayBuffer {
  return content as ArrayBuffer;
}

function respond(content: BodyInit, contentType: string): Response {
  return new Response(content, { headers: { 'content-type': contentType } });
}

function listPage(mails: ListedMail[]): string {
  const rows = mails.map(
    (mail) =>
      `<tr><td>${berlinDate(mail.keptAt)} ${berlinTime(mail.keptAt)}</td>` +
      `<td><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a></td>` +
      `<td>${escapeHtml(mail.recipient)}</td><td>${escapeHtml(mail.kind)}</td></tr>`,
  );
  const table =
    rows.length === 0
      ? '<p>No mail yet.</p>'
      : `<table><tr><th>Kept at</th><th>Subject</th><th>To</th><th>Kind</th></tr>${rows.join('')}</table>`;
  return page('Mails', `<p>Without SMTP_URL mails are kept here instead of sent.</p>${table}`);
}

function mailPage(id: number, mail: Email): string {
  const shown = ['from', 'to', 'reply-to', 'date', 'message-id', 'list-unsubscribe'];
  const head = shown.flatMap((name) => {
    const header = mail.headers.find(({ key }) => key === name);
    if (header === undefined) return [];
    return [`<tr><th>${name}</th><td>${escapeHtml(header.value)}</td></tr>`];
  });
  const attachments = mail.attachments.map(
    (attachment, n) =>
      `<li><a href="/dev/mail/${id}/attachment/${n}">${escapeHtml(attachment.filename ?? '')}</a> ` +
      `(${attachment.mimeType}, ${Math.ceil(bytesOf(attachment).byteLength / 1024)} kB)</li>`,
  );
  return page(
    mail.subject ?? '',
    `<p><a href="/dev/mail">All mails</a> · <a href="/dev/mail/${id}/html">HTML alone</a> · ` +
      `<a href="/dev/mail/${id}/raw">Source</a></p><table>${head.join('')}</table>` +
      (attachments.length === 0 ? '' : `<h2>Attachments</h2><ul>${attachments.join('')}</ul>`) +
      `<h2>HTML</h2><iframe title="HTML" src="/dev/mail/${id}/html" sandbox="allow-popups allow-top-navigation-by-user-activation"></iframe>` +
      `<h2>Text</h2><pre>${escapeHtml(mail.text ?? '')}</pre>`,
  );
}

function page(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<style>body{font:16px/1.5 system-ui,sans-serif;color:${colours.ink};background:${colours.paper};margin:32px auto;` +
    'padding:0 20px;max-width:1000px}h1{font:400 36px/1.1 Georgia,serif}table{border-collapse:collapse;width:100%}' +
    `th,td{text-align:left;padding:6px 20px 6px 0;vertical-align:top;overflow-wrap:anywhere;border-bottom:1px solid ${colours.line}}` +
    `iframe{width:100%;height:900px;border:1px solid ${colours.ink};background:#fff}a{color:${colours.actionText}}` +
    `pre{white-space:pre-wrap;background:#fff;padding:20px}</style><h1>${escapeHtml(title)}</h1>${body}</html>`
  );
}
