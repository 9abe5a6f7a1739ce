import { expect, test } from 'vitest';
import { berlinDate, berlinTime } from '#contract/berlin-time.ts';
import { OfficeBrowser } from '#test/office-browser.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';

const shop = await openDemoSite({ RATE_LIMIT: 'off' });

const MINUTE_MS = 60_000;

function entries(until: Date, changes: Record<string, string> = {}): Record<string, string> {
  return {
    form: 'notice',
    notice_de: 'Die Straße zum Kloster ist gesperrt.',
    notice_en: 'The road to the abbey is closed.',
    concert: '2',
    until_day: berlinDate(until),
    until_time: berlinTime(until),
    ...changes,
  };
}

const read = async (path: string) => await (await fetch(shop.url + path)).text();

test('a notice stands on public pages of both languages until its end, also on cached ones', async () => {
  const editor = new OfficeBrowser(shop.url);
  await editor.signIn({ ...shop.accountOf('editor'), code: '' });
  const past = new Date(Date.now() - 10 * MINUTE_MS);
  const send = async (form: Record<string, string>) =>
    await editor.send('/office/notice', { form });
  const late = await send(entries(past));
  expect([late.status, late.html.includes('This moment is over.')]).toEqual([422, true]);
  const long = await send(entries(past, { notice_de: 'x'.repeat(201) }));
  expect(long.html).toContain('At most 200 characters.');
  const soon = new Date(Date.now() + 60 * MINUTE_MS);
  const unknown = await send(entries(soon, { concert: '99999' }));
  expect([unknown.status, unknown.html.includes('This concert is not published.')]).toEqual([
    422,
    true,
  ]);

  expect(await read('/de')).not.toContain('gesperrt');
  expect((await send(entries(new Date(Date.now() + 60 * MINUTE_MS)))).status).toBe(303);
  const shown = (await editor.send('/office/notice')).html;
  expect(shown).toContain('Notice shown.');
  // at once, while other processes are still notified
  expect(shown).toContain('The road to the abbey is closed.');
  expect(shown).toContain('Remove notice');
  for (const [path, text] of [
    ['/de', 'Die Straße zum Kloster ist gesperrt.'],
    ['/en/concerts/all', 'The road to the abbey is closed.'],
    ['/en/contact', 'href="/en/concerts/2"'],
  ] as const) {
    await expect.poll(() => read(path), { timeout: 5000 }).toContain(text);
  }
  // its end comes while nothing else changes
  await shop.pool.query(
    `update festival set notice = jsonb_set(notice, '{until}', to_jsonb(now() + interval '2 seconds')),
       updated_at = clock_timestamp()`,
  );
  await expect.poll(() => read('/de'), { timeout: 10_000 }).not.toContain('gesperrt');

  expect((await send(entries(new Date(Date.now() + 60 * MINUTE_MS)))).status).toBe(303);
  await expect.poll(() => read('/de'), { timeout: 5000 }).toContain('gesperrt');
  expect((await send({ form: 'remove' })).status).toBe(303);
  await expect.poll(() => read('/de'), { timeout: 5000 }).not.toContain('gesperrt');
});
