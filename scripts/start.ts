// `npm start`: builds what is stale, then becomes the server.
import { spawnSync } from 'node:child_process';
import { readEnv } from '#server/settings/env.ts';
import { failStart } from '#server/platform/errors.ts';
import { root } from './root.ts';
import { isBuildStale } from './build-stamp.ts';

// DATA_DIR and .env are relative to the repository, wherever npm was called.
process.chdir(root);
try {
  // Validate settings first: a typo should fail at once, not after the build.
  readEnv();
  if (isBuildStale()) build();
  const { startShop } = await import('#server/start/start-shop.ts');
  await startShop();
} catch (error) {
  failStart(error);
}

/** Builds in a process of its own: the server would keep the memory a build needs. */
function build(): void {
  console.log('Building the site; this is repeated only when it changes.');
  const { status } = spawnSync(process.execPath, ['scripts/run.mjs', 'build'], {
    stdio: 'inherit',
  });
  // the build has printed why
  if (status !== 0) process.exit(status ?? 1);
}
