import { failStart } from './platform/errors.ts';
import { startShop } from './start/start-shop.ts';

/** Starts the shop; whatever keeps it from starting is said in one line. */
startShop().catch(failStart);
