import type { Context } from 'hono';
import { countries } from '#contract/countries.ts';
import type { Language } from '#contract/language.ts';
import type { RequestContext } from '../platform/http/call.ts';
import type { ApiApp, Mount } from '../platform/http/mount.ts';
import { Problem } from '../platform/problem.ts';
import { writeCalendar } from './calendar.ts';
import type { ConcertDto } from './concert-dto.ts';
import type { ConcertReader } from './read-concerts.ts';

/** Mounts concerts and countries (api.md, Festival, concerts, countries). */
export function mountConcerts(mount: Mount, concerts: ConcertReader): void {
  mount('listConcerts', async (call) => {
    call.responseHeaders.set('cache-control', 'no-cache');
    return { data: await concerts.list(call.language) };
  });
  mount('getConcert', async (call) => {
    call.responseHeaders.set('cache-control', 'no-cache');
    return { data: await concerts.get(call.params.id, call.language) };
  });
  mount('listCountries', (call) => {
    call.responseHeaders.set('cache-control', 'public, max-age=3600');
    return { data: [...countries] };
  });
}

/** The language of the page that links to a calendar, before that of the browser. */
function languageOf(c: Context): Language {
  const chosen = c.req.query('lang');
  return chosen === 'de' || chosen === 'en'
    ? chosen
    : (c.get('request') as RequestContext).language;
}

/** Mounts the calendars of each concert and of the festival (api.md, Festival, concerts, countries). */
export function mountCalendars(
  app: ApiApp,
  concerts: ConcertReader,
  publicUrl: () => string,
): void {
  const reply = async (c: Context, list: ConcertDto[], name: string): Promise<Response> => {
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
