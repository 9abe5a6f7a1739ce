/** A response as a visitor behind the cache gets it. */
export interface StoredResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The action of the cache: forwarded, revalidated by a 304, or served from the cache. */
  source: 'origin' | 'revalidated' | 'stored';
}

interface Stored {
  request: Record<string, string>;
  status: number;
  headers: Headers;
  text: string;
  storedAt: number;
}

/**
 * A shared cache as RFC 9111 describes it, between visitors and the shop, like a CDN that respects the origin's
 * headers. Stores permitted responses (3), selects by Vary (4.1), serves fresh ones (4.2) and validates stale ones
 * (4.3).
 */
export function createSharedCache(origin: string) {
  const copies = new Map<string, Stored[]>();

  return async (path: string, headers: Record<string, string> = {}): Promise<StoredResponse> => {
    const variants = copies.get(path) ?? [];
    const copy = variants.find((each) => isSameVariant(each, headers));
    if (copy !== undefined && isFresh(copy)) return { ...copy, source: 'stored' };
    const etag = copy?.headers.get('etag');
    const asked = { ...headers, ...(etag ? { 'if-none-match': etag } : {}) };
    const response = await fetch(new URL(path, origin), { headers: asked, redirect: 'manual' });
    if (response.status === 304 && copy !== undefined) {
      copy.storedAt = performance.now();
      return { ...copy, source: 'revalidated' };
    }
    const text = await response.text();
    const received = { status: response.status, headers: response.headers, text };
    const others = variants.filter((each) => each !== copy);
    if (mayStore(received)) {
      others.push({ ...received, request: headers, storedAt: performance.now() });
    }
    copies.set(path, others);
    return { ...received, source: 'origin' };
  };
}

function directives(headers: Headers): Map<string, string> {
  const parts = (headers.get('cache-control') ?? '').split(',');
  return new Map(parts.map((part) => part.trim().split('=') as [string, string]));
}

/** Whether others may get a response; without heuristics. */
function mayStore({ status, headers }: Pick<Stored, 'status' | 'headers'>): boolean {
  const rules = directives(headers);
  if (rules.has('no-store') || rules.has('private') || headers.get('vary') === '*') return false;
  return status === 200 && (rules.has('no-cache') || rules.has('max-age'));
}

function isSameVariant({ request, headers }: Stored, asked: Record<string, string>): boolean {
  const names = (headers.get('vary') ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.every((name) => request[name] === asked[name]);
}

function isFresh({ headers, storedAt }: Stored): boolean {
  const rules = directives(headers);
  if (rules.has('no-cache')) return false;
  return performance.now() - storedAt < Number(rules.get('max-age') ?? 0) * 1_000;
}
