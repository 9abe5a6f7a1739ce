// `npm start`: builds what is stale, then becomes the server.
import { readEnv } from '#server/env.ts';
import { failStart } from '#server/platform/start-error.ts';
import { beginAnew } from './memory-settings.ts';
import { root } from './root.ts';
import { siteIsStale } from './stale.ts';

/** Called by run.mjs, with `built` when the site has just been built. */
export async function run(isBuilt: boolean): Promise<void> {
  // DATA_DIR and .env are meant relative to the repository, wherever npm was called.
  process.chdir(root);
  try {
    // Before the build: who mistyped a setting should not wait for it.
    readEnv();
    if (!isBuilt && siteIsStale()) {
      console.log('Building the site; this is done again only when it changes.');
      const { buildSite } = await import('./build-site.ts');
      await buildSite();
      beginAnew({ said: ['built'] });
    }
  } catch (error) {
    failStart(error);
  }
  const { startShop } = await import('#server/start-shop.ts');
  await startShop().catch(failStart);
}
