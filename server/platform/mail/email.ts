import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import type { SignedTokens } from '../security/signed-tokens.ts';
import { colours as demoColours, type Colours } from '../colours.ts';
import { escapeHtml } from '../escape-html.ts';

/**
 * The content of an email; `renderEmail` makes HTML and plain text of it. All texts are plain text in the mail's
 * language; the parts appear in the sequence of this list.
 */
export interface Email {
  subject: string;
  /** The preview that mailboxes show beside the subject; one sentence that adds to it. */
  preheader: string;
  heading: string;
  paragraphs: string[];
  /** A quoted text, with its line breaks. */
  quote?: string;
  /** The one action. Its address also appears below it. */
  button?: EmailLink;
  /** Blocks with a heading and some lines, such as concerts. */
  sections?: EmailSection[];
  /** Label and value, one row each. */
  facts?: EmailFact[];
  links?: EmailLink[];
  /** The reason for this mail, and what the law requires. */
  smallPrint?: string[];
  replyTo?: string;
  attachments?: EmailAttachment[];
  /** An address that ends the subscription by one POST (RFC 8058); only for subscriptions. */
  listUnsubscribe?: string;
}

/** A text for a header of a mail, which must be one line: line breaks and control characters become spaces. */
export const toHeaderText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

interface EmailLink {
  label: string;
  /** Absolute. */
  url: string;
}

interface EmailFact {
  label: string;
  value: string;
  /** The important row, such as the total. */
  isStrong?: boolean;
}

export interface EmailSection {
  heading: string;
  lines: string[];
  link?: EmailLink;
}

/** A text, or a document of an order by its id: its bytes are read when the mail is sent. */
export interface EmailAttachment {
  filename: string;
  contentType: string;
  documentId?: number;
  content?: string;
}

/** The sender, for head and foot of every mail, in the mail's language. */
export interface EmailSender {
  /** Wordmark at the top. */
  name: string;
  tagline: string;
  /** Name and postal address, for the foot. */
  addressLines: string[];
  email: string;
  /** The site's home page. */
  siteUrl: string;
  /** Left out: those of the demonstration. */
  colours?: Colours;
  /** How tickets are posted; left out: in the usual words. */
  postalNote?: string;
}

/** The ids of the rows a mail is about, as it was queued. */
export type MailReferences = Record<string, number | string>;

/** The dependencies of a function that composes an email. */
export interface MailContext {
  pool: Pool;
  tokens: SignedTokens;
  /** Origin of the site, without a slash at its end. */
  publicUrl: string;
  /** Address of the recipient. */
  recipient: string;
  /** The association, as the sender. */
  sender: EmailSender;
}

/**
 * Writes the email of one kind of mail, again at each attempt to send it. Null when the reason for it is gone
 * (the subscription has ended, the account is deleted): then nothing is sent.
 */
export type WriteEmail = (
  facts: MailReferences,
  language: Language,
  context: MailContext,
) => Promise<Email | null>;

/** The writer of each kind of mail, by `mail.kind`. */
export type MailKinds = Record<string, WriteEmail>;

// Mail programs support tables and inline styles, little else. Every text has its own background, so that programs
// with a dark mode change both. There are no pictures.
const serif = "Newsreader,Georgia,'Times New Roman',serif";
const sans = "'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"';

/** Renders an email as a complete HTML document for mail programs. */
export function renderEmailHtml(email: Email, sender: EmailSender, language: Language): string {
  const { colours = demoColours } = sender;
  const { panel, paper } = colours;
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light">` +
    `<meta name="format-detection" content="telephone=no,date=no,address=no">` +
    `<title>${escapeHtml(email.subject)}</title>` +
    `<style>:root{color-scheme:light}@media (max-width:480px){.pad{padding-left:20px!important;` +
    `padding-right:20px!important}.name{font-size:38px!important}.title{font-size:30px!important}` +
    `.name,.title{hyphens:auto;-webkit-hyphens:auto;overflow-wrap:anywhere}}</style>` +
    `</head><body style="margin:0;padding:0;background:${panel}" bgcolor="${panel}">` +
    preheader(email.preheader, colours) +
    `<div role="article" aria-roledescription="e-mail" lang="${language}">` +
    `<table ${table} bgcolor="${panel}" style="background:${panel}"><tr><td align="center" style="padding:24px 0">` +
    `<table ${table} bgcolor="${paper}" style="max-width:600px;background:${paper}">` +
    head(sender, colours) +
    row('36px 48px 44px', paper, body(email, colours)) +
    foot(sender, colours) +
    '</table></td></tr></table></div></body></html>'
  );
}

/** Text for the list of mails, padded so that the body does not follow it there. */
function preheader(text: string, { panel }: Colours): string {
  const padding = '&#847;&zwnj;&nbsp;'.repeat(60);
  return (
    `<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:${panel}">` +
    `${escapeHtml(text)}${padding}</div>`
  );
}

function row(padding: string, background: string, content: string): string {
  return `<tr><td class="pad" bgcolor="${background}" style="padding:${padding};background:${background}">${content}</td></tr>`;
}

function head(sender: EmailSender, colours: Colours): string {
  const { ink, sky } = colours;
  const name =
    `<a href="${escapeHtml(sender.siteUrl)}" class="name" style="font:400 46px/1 ${serif};letter-spacing:-.028em;` +
    `color:${ink};text-decoration:none">${escapeHtml(sender.name)}</a>`;
  const tagline = `<p style="margin:8px 0 26px;font:italic 400 18px/1.3 ${serif};color:${ink}">${escapeHtml(sender.tagline)}</p>`;
  return row('34px 48px 0', sky, name + tagline + stave(colours));
}

/** The five lines of the site, as borders. */
function stave({ ink, sky }: Colours): string {
  const lines = [0, 1, 2, 3, 4].map(
    (index) =>
      `<tr><td height="${index === 0 ? 0 : 3}" style="height:${index === 0 ? 0 : 3}px;line-height:0;font-size:0;` +
      `border-bottom:1px solid ${ink};background:${sky}"></td></tr>`,
  );
  return `<table ${table} aria-hidden="true">${lines.join('')}</table>`;
}

function body(email: Email, colours: Colours): string {
  return [
    `<h1 class="title" style="margin:0 0 20px;font:400 36px/1.08 ${serif};letter-spacing:-.02em;color:${colours.ink}">${escapeHtml(email.heading)}</h1>`,
    ...email.paragraphs.map((text) => paragraph(text, colours)),
    email.quote === undefined ? '' : quote(email.quote, colours),
    email.button === undefined ? '' : button(email.button, colours),
    ...(email.sections ?? []).map((part) => section(part, colours)),
    email.facts === undefined ? '' : facts(email.facts, colours),
    ...(email.links ?? []).map(
      (link) => `<p style="margin:0 0 10px;font:400 16px/1.5 ${sans}">${anchor(link, colours)}</p>`,
    ),
    smallPrint(email.smallPrint ?? [], colours),
  ].join('');
}

function paragraph(text: string, { ink }: Colours): string {
  return `<p style="margin:0 0 18px;font:400 18px/1.55 ${serif};color:${ink}">${escapeHtml(text)}</p>`;
}

function quote(text: string, { ink }: Colours): string {
  const lines = escapeHtml(text).replaceAll('\n', '<br>');
  return (
    `<blockquote style="margin:4px 0 24px;padding:2px 0 2px 20px;border-left:2px solid ${ink};` +
    `font:400 18px/1.55 ${serif};color:${ink}">${lines}</blockquote>`
  );
}

function button({ label, url }: EmailLink, { action, ink, ink2 }: Colours): string {
  const href = escapeHtml(url);
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 14px"><tr>` +
    `<td bgcolor="${action}" style="background:${action}"><a href="${href}" style="display:inline-block;padding:15px 26px;` +
    `font:600 17px/1.2 ${sans};color:${ink};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>` +
    `<p style="margin:0 0 28px;font:400 13px/1.45 ${sans};color:${ink2};word-break:break-all">` +
    `<a href="${href}" style="color:${ink2}">${href}</a></p>`
  );
}

function facts(rows: EmailFact[], { ink, ink2, line }: Colours): string {
  const cells = rows.map(({ label, value, isStrong }) => {
    const font = isStrong ? `600 18px/1.4 ${sans}` : `400 16px/1.45 ${sans}`;
    const border = `border-top:${isStrong ? 1.5 : 1}px solid ${isStrong ? ink : line}`;
    return (
      `<tr><th scope="row" align="left" valign="top" style="padding:11px 16px 11px 0;${border};font:${font};color:${isStrong ? ink : ink2}">${escapeHtml(label)}</th>` +
      `<td align="right" valign="top" style="padding:11px 0;${border};font:${font};color:${ink};font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`
    );
  });
  return (
    `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:6px 0 30px;border-bottom:1px solid ${line}">` +
    `${cells.join('')}</table>`
  );
}

function section({ heading, lines, link }: EmailSection, colours: Colours): string {
  const { ink, ink2 } = colours;
  const text = lines.map(
    (text_) =>
      `<p style="margin:0 0 4px;font:400 16px/1.5 ${sans};color:${ink2}">${escapeHtml(text_)}</p>`,
  );
  return (
    `<div style="margin:10px 0 28px;padding-top:18px;border-top:1.5px solid ${ink}">` +
    `<h2 style="margin:0 0 8px;font:400 26px/1.15 ${serif};letter-spacing:-.012em;color:${ink}">${escapeHtml(heading)}</h2>` +
    text.join('') +
    (link
      ? `<p style="margin:10px 0 0;font:600 16px/1.5 ${sans}">${anchor(link, colours)}</p>`
      : '') +
    '</div>'
  );
}

function anchor({ label, url }: EmailLink, { actionText }: Colours): string {
  return `<a href="${escapeHtml(url)}" style="color:${actionText};text-decoration:underline">${escapeHtml(label)}</a>`;
}

function smallPrint(lines: string[], { ink2 }: Colours): string {
  return lines
    .map(
      (text) =>
        `<p style="margin:14px 0 0;font:400 14px/1.5 ${sans};color:${ink2}">${escapeHtml(text)}</p>`,
    )
    .join('');
}

function foot(sender: EmailSender, { ink, sky }: Colours): string {
  const lines = [
    ...sender.addressLines.map(escapeHtml),
    `<a href="mailto:${escapeHtml(sender.email)}" style="color:${ink}">${escapeHtml(sender.email)}</a>`,
    `<a href="${escapeHtml(sender.siteUrl)}" style="color:${ink}">${escapeHtml(sender.siteUrl.replace(/^https?:\/\//, ''))}</a>`,
  ];
  return row(
    '24px 48px 32px',
    sky,
    `<p style="margin:0;font:400 14px/1.6 ${sans};color:${ink}">${lines.join('<br>')}</p>`,
  );
}

/** Renders an email as plain text, with the same content as the HTML. */
export function renderEmailText(email: Email, sender: EmailSender): string {
  const blocks = [
    `${email.heading}\n${'='.repeat(Math.min(email.heading.length, 72))}`,
    ...email.paragraphs,
    quoted(email.quote),
    email.button && `${email.button.label}:\n${email.button.url}`,
    ...(email.sections ?? []).map(sectionText),
    email.facts?.map((fact) => `${fact.label}: ${fact.value}`).join('\n'),
    email.links?.map((link) => `${link.label}:\n${link.url}`).join('\n\n'),
    ...(email.smallPrint ?? []),
    // mail programs recognize a signature by this line
    ['-- ', ...sender.addressLines, sender.email, sender.siteUrl].join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function quoted(text: string | undefined): string | undefined {
  return text?.replaceAll(/^/gm, '> ');
}

function sectionText(part: NonNullable<Email['sections']>[number]): string {
  const link = part.link ? [`${part.link.label}: ${part.link.url}`] : [];
  return [part.heading, ...part.lines, ...link].join('\n');
}
