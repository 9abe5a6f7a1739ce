import { MAX_REPLY_LENGTH, MAX_REPLY_SUBJECT_LENGTH } from '#contract/office/message-queries.ts';

/** Leaves a quarter of the text for the reply itself. */
const MAX_QUOTE_LENGTH = MAX_REPLY_LENGTH * 0.75;

interface ReplyTo {
  subject: string;
  /** The line above the quotation. */
  wrote: string;
  /** The message. */
  text: string;
}

/** Prepares subject and text of a reply, shortened to their limits. */
export function prepareReply({ subject, wrote, text }: ReplyTo): { subject: string; text: string } {
  const characters = Array.from(subject);
  return {
    subject:
      characters.length > MAX_REPLY_SUBJECT_LENGTH
        ? `${characters.slice(0, MAX_REPLY_SUBJECT_LENGTH - 1).join('')}…`
        : subject,
    text: `\n\n\n${writeQuotation([wrote, ...text.split(/\r\n|[\r\n]/)]).join('\n')}\n`,
  };
}

/** Writes the lines as a quotation as far as they fit, and marks the end of a quotation that is cut. */
function writeQuotation(lines: string[]): string[] {
  const quoted: string[] = [];
  let length = 0;
  for (const line of lines) {
    const quote = `> ${line}`;
    // the browser sends the end of a line as two characters
    length += Array.from(quote).length + 2;
    if (length > MAX_QUOTE_LENGTH) return [...quoted, '> …'];
    quoted.push(quote);
  }
  return quoted;
}
