// `server/main.ts` without the fast paths of server/perf: nothing may depend on them (decision 26). Takes the settings
// of its environment; needs a built site.
import { failStart } from '#server/platform/errors.ts';
import { startShop } from '#server/start/start-shop.ts';

startShop({ perf: false }).catch(failStart);
