import type { Mount } from '../platform/http/mount.ts';
import { countries } from '#contract/countries.ts';
import type { ConcertReader } from './read-concerts.ts';

/** Concerts and countries (api.md, Festival, concerts, countries). */
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
