// `npm start`: builds what is stale, then becomes the server.
import { readEnv } from '#server/env.ts';
import { failStart } from '#server/platform/start-error.ts';
import { root } from './root.ts';
import { siteIsStale } from './stale.ts';

// DATA_DIR and .env are meant relative to the repository, wherever npm was called.
process.chdir(root);
try {
  // Before the build: who mistyped a setting should not wait for it.
  readEnv();
  if (siteIsStale()) {
    console.log('Building the site; this is done again only when it changes.');
    const { buildSite } = await import('./build-site.ts');
    await buildSite();
  }
} catch (error) {
  failStart(error);
}
await import('../server/main.ts');
