import type { InputOf } from '../platform/office-context.ts';

type AuditFilters = InputOf<'audit:list'>['filters'];

/** The filters of an address. */
export function readAuditFilters(url: URL): AuditFilters {
  const read = (name: string) => (url.searchParams.get(name) ?? '').slice(0, 100);
  return {
    who: read('who'),
    what: read('what'),
    from: read('from'),
    to: read('to'),
    thing: read('thing'),
  };
}
