import type { Context } from 'hono';
import type { Language } from '#contract/language.ts';
import type { ApiApp, ApiEnv } from '../operations/define-api.ts';
import { Problem } from '../platform/problem.ts';
import { writeCalendar } from './calendar.ts';
import type { ConcertDto } from './concert-dto.ts';
import type { ConcertReader } from './catalogue.ts';

/** The language of the page that links to a calendar, before that of the browser. */
function languageOf(c: Context<ApiEnv>): Language {
  const chosen = c.req.query('lang');
  return chosen === 'de' || chosen === 'en' ? chosen : c.get('request').language;
}

/** Mounts the calendars of each concert and of the festival (api.md, Festival, concerts, countries). */
export function mountCalendars(
  app: ApiApp,
  concerts: ConcertReader,
  publicUrl: () => string,
): void {
  const reply = async (c: Context<ApiEnv>, list: ConcertDto[], name: string): Promise<Response> => {
    const language = languageOf(c);
    const changedAt = await concerts.changedAt();
    return new Response(writeCalendar(list, { language, publicUrl: publicUrl(), changedAt }), {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="${name}.ics"`,
        'cache-control': 'no-cache',
        'content-language': language,
        vary: 'Accept-Language',
      },
    });
  };
  app.get('/concert/calendar.ics', async (c) => {
    return await reply(c, await concerts.list(languageOf(c)), 'festival');
  });
  app.get('/concert/:id/calendar.ics', async (c) => {
    const id = Number(c.req.param('id'));
    if (!Number.isSafeInteger(id)) throw new Problem('not_found');
    return await reply(c, [await concerts.get(id, languageOf(c))], `concert-${id}`);
  });
}
