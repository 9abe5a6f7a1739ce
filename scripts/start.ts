// `npm start`: becomes the server, and builds what is stale while the database starts.
import { spawn } from 'node:child_process';
import { readEnv } from '#server/settings/env.ts';
import { failStart } from '#server/platform/errors.ts';
import { checkPort } from '#server/edge/listen.ts';
import { root } from './root.ts';
import { isBuildStale } from './build-stamp.ts';

// DATA_DIR and .env are relative to the repository, wherever npm was called.
process.chdir(root);
try {
  // Settings and port first: a mistake should fail at once, not after the build.
  const env = readEnv();
  await checkPort(env.port, env.host);
  const built = isBuildStale() ? build() : undefined;
  const { startShop } = await import('#server/start/start-shop.ts');
  await startShop(built);
} catch (error) {
  failStart(error);
}

/** Builds in a process of its own: the server would keep the memory a build needs. */
function build(): Promise<void> {
  console.log('Building the site; this is repeated only when it changes.');
  const child = spawn(process.execPath, ['scripts/run.mjs', 'build'], { stdio: 'inherit' });
  process.once('exit', () => child.kill());
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      // with Ctrl-C the server's shutdown ends this process; otherwise the build has printed why it failed
      else if (signal !== 'SIGINT' && signal !== 'SIGTERM') process.exit(code ?? 1);
    });
  });
}
