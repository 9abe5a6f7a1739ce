import path from 'node:path';
import { hashSources } from '../../platform/source-hash.ts';

/** Names the way plates are drawn: changed code draws pictures with new names. */
export const ENGINE_VERSION: string = hashSources([
  path.join(import.meta.dirname, '../plates'),
  import.meta.dirname,
]);
