// `npm run build`: builds the site, stale or not.
import { failStart } from '#server/platform/errors.ts';
import { buildSite } from './build-site.ts';

await buildSite().catch(failStart);
