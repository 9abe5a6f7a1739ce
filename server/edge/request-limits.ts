import type { Deps } from '../deps.ts';

/** Limits of one signed-in person (office.md 2.7). */
const MAX_POST_COUNT = 600;
const MAX_EXPORT_COUNT = 20;
const RATE_WINDOW_MINUTES = 10;

type RateDeps = Pick<Deps, 'pool' | 'env'>;

/** Counts a POST of a person; the seconds to wait when there were too many, otherwise 0. */
export function countPost(deps: RateDeps, staffId: number): Promise<number> {
  return countHit(deps, `post ${staffId}`, MAX_POST_COUNT);
}

/** Counts an export of a person; the seconds to wait when there were too many, otherwise 0. */
export function countExport(deps: RateDeps, staffId: number): Promise<number> {
  return countHit(deps, `export ${staffId}`, MAX_EXPORT_COUNT);
}

async function countHit({ pool, env }: RateDeps, bucket: string, max: number): Promise<number> {
  if (!env.hasRateLimit) return 0;
  const { rows } = await pool.query<{ hits: number; seconds_left: number }>(
    `insert into staff_rate as r (bucket, hits, window_ends_at)
     values ($1, 1, now() + make_interval(mins => ${RATE_WINDOW_MINUTES}))
     on conflict (bucket) do update set
       hits = case when r.window_ends_at > now() then r.hits + 1 else 1 end,
       window_ends_at = case when r.window_ends_at > now() then r.window_ends_at else excluded.window_ends_at end
     returning hits, extract(epoch from window_ends_at - now())::float8 as seconds_left`,
    [bucket],
  );
  const [row] = rows;
  return row === undefined || row.hits <= max ? 0 : Math.max(1, row.seconds_left);
}
