import { defineApi } from '../operations/define-api.ts';
import { programmeOperations } from './operations.ts';

const revalidated = { 'cache-control': 'no-cache' };

/** What visitors read of the festival (api.md, Festival, concerts, countries; getSite and getPage are ours). */
export const programmeApi = defineApi(programmeOperations, {
  getFestival: {
    operation: 'festival:read',
    body: (content, { caller }) => ({
      data: {
        name: content.name,
        tagline: content.tagline[caller.language],
        year: content.year,
        start_date_festival: content.startDate ?? null,
        end_date_festival: content.endDate ?? null,
      },
    }),
    headers: revalidated,
  },
  getSite: {
    operation: 'festival:site',
    body: (data) => ({ data }),
    headers: revalidated,
  },
  getPage: {
    operation: 'festival:page',
    input: ({ params }) => params,
    body: (data) => ({ data }),
    headers: revalidated,
  },
  listConcerts: {
    operation: 'concert:list',
    body: (data) => ({ data }),
    headers: revalidated,
  },
  getConcert: {
    operation: 'concert:read',
    input: ({ params }) => params,
    body: (data) => ({ data }),
    headers: revalidated,
  },
  listCountries: {
    operation: 'country:list',
    body: (data) => ({ data }),
    headers: { 'cache-control': 'public, max-age=3600' },
  },
});
