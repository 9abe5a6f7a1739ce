import { failStart } from './platform/errors.ts';
import { startShop } from './start/start-shop.ts';

/** Starts the shop; an error that the operator can fix ends it with one line. */
startShop().catch(failStart);
