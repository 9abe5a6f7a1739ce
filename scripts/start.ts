// `npm start`: builds what is stale, then becomes the server.
import { failStart } from '#server/platform/start-error.ts';
import { buildSite } from './build-site.ts';
import { root } from './root.ts';
import { siteIsStale } from './stale.ts';

// DATA_DIR and .env are meant relative to the repository, wherever npm was called.
process.chdir(root);
if (siteIsStale()) {
  console.log('Building the site; this is done again only when it changes.');
  await buildSite().catch(failStart);
}
await import('../server/main.ts');
