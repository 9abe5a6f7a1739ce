import type { Pool } from 'pg';
import type { Env } from './settings/env.ts';
import type { FestivalStore } from './programme/festival-content.ts';
import type { Logger } from './platform/log.ts';
import type { SignedTokens } from './platform/security/signed-tokens.ts';

/** Dependencies of operations; created once per process. */
export interface Deps {
  env: Env;
  pool: Pool;
  log: Logger;
  tokens: SignedTokens;
  festival: FestivalStore;
  /** Address of the site. */
  publicUrl: () => string;
  /** Called after tickets became available or were taken, so that pages show it at once. */
  stockChanged: () => void;
}
