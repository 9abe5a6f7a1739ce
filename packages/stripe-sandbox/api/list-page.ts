import type { Collection } from '../state/open-state.ts';
import { invalidRequest, noSuch } from './failure.ts';
import { readGroup, readInteger, readText, type Params } from './params.ts';

type Listed = { id: string; created: number };
type Page = { object: 'list'; url: string; has_more: boolean; data: object[] };

/** One page, newest first: `limit` (10, at most 100), `starting_after`, `ending_before`, `created`. */
export function listPage<T extends Listed>(
  records: Pick<Collection<T>, 'newestFirst'>,
  params: Params,
  list: { url: string; filter?: (record: T) => boolean; render: (record: T) => object },
): Page {
  const limit = readInteger(params, 'limit') ?? 10;
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid limit: it must be from 1 to 100.', { param: 'limit' });
  }
  const created = createdFilter(params);
  const all = records
    .newestFirst()
    .filter((record) => created(record.created) && (list.filter?.(record) ?? true));
  const after = cursor(all, params, 'starting_after');
  const before = cursor(all, params, 'ending_before');
  const from = before === undefined ? (after ?? -1) + 1 : Math.max(0, before - limit);
  const to = before ?? from + limit;
  return {
    object: 'list',
    url: list.url,
    has_more: before === undefined ? to < all.length : from > 0,
    data: all.slice(from, to).map((record) => list.render(record)),
  };
}

function cursor(records: readonly Listed[], params: Params, name: string): number | undefined {
  const id = readText(params, name);
  if (id === undefined) return undefined;
  const index = records.findIndex((record) => record.id === id);
  if (index < 0) throw noSuch('object', id, name);
  return index;
}

function createdFilter(params: Params): (created: number) => boolean {
  const range = readGroup(params, 'created');
  if (!range) {
    const exact = readInteger(params, 'created');
    return (created) => exact === undefined || created === exact;
  }
  const bound = (name: string, otherwise: number): number => readInteger(range, name) ?? otherwise;
  const [gt, gte] = [bound('gt', -Infinity), bound('gte', -Infinity)];
  const [lt, lte] = [bound('lt', Infinity), bound('lte', Infinity)];
  return (created) => created > gt && created >= gte && created < lt && created <= lte;
}
