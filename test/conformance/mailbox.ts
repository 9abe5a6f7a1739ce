import { expect } from 'vitest';
import { at, type Client, listAt } from '../http-client.ts';

/** Ids of the stored mails to an address, newest first. */
export async function mailsTo(call: Client, recipient: string, kind: string): Promise<number[]> {
  const { body } = await call('GET', '/dev/mail');
  return listAt(body, 'data').flatMap((mail) =>
    at(mail, 'recipient') === recipient && at(mail, 'kind') === kind
      ? [Number(at(mail, 'id'))]
      : [],
  );
}

/** Waits for a mail and returns its text. */
export async function textOfMail(call: Client, recipient: string, kind: string): Promise<string> {
  await expect
    .poll(async () => (await mailsTo(call, recipient, kind)).length, {
      timeout: 20_000,
      interval: 200,
    })
    .toBeGreaterThan(0);
  const [id] = await mailsTo(call, recipient, kind);
  return (await call('GET', `/dev/mail/${id}/text`)).text;
}

/** The first URL with a token in the newest mail of this kind. */
export async function linkTo(call: Client, recipient: string, kind: string): Promise<URL> {
  const text = await textOfMail(call, recipient, kind);
  const link = /https:\/\/\S+(?:token=|url=|newsletter-preferences\/)\S+/.exec(text)?.[0];
  return new URL(link ?? `missing:${text}`);
}
