import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';

interface KeptMail {
  id: number;
  kind: string;
  recipient: string;
  subject: string;
}

export interface Email extends KeptMail {
  text: string;
  /** The first link to our own site, which is the mail's button. */
  link: string;
  /** The link without its origin: tests open it where they run. */
  path: string;
}

/** Waits for the newest mail of a kind to a recipient. /dev/mail stores all mails. */
export async function waitForEmail(
  request: APIRequestContext,
  recipient: string,
  kind: string,
  /** Part of the subject, for a recipient of many mails. */
  subject = '',
): Promise<Email> {
  let found: KeptMail | undefined;
  await expect
    .poll(
      async () => {
        const response = await request.get('/dev/mail', {
          headers: { accept: 'application/json' },
        });
        const { data } = (await response.json()) as { data: KeptMail[] };
        found = data.find(
          (mail) =>
            mail.recipient === recipient && mail.kind === kind && mail.subject.includes(subject),
        );
        return found?.kind;
      },
      { message: `a mail "${kind}" to ${recipient}`, timeout: 60_000 },
    )
    .toBe(kind);
  if (found === undefined) throw new Error('unreachable');
  const text = await (await request.get(`/dev/mail/${found.id}/text`)).text();
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  return { ...found, text, link, path: link.replace(/^https?:\/\/[^/]+/, '') };
}
