// Creates a shutdown and nothing else, for its tests. Arguments: `well`, `failing` or `hanging`;
// the limit in ms.
import { createLog } from '#server/platform/log.ts';
import { createShutdown } from '#server/platform/process/shutdown.ts';

const log = createLog({ level: 'info', isReadable: true });
const shutdown = createShutdown(log, Number(process.argv[3]));
shutdown.add('database', () => console.log('database closed'));
if (process.argv[2] === 'hanging') shutdown.add('jobs', () => new Promise(() => undefined));
if (process.argv[2] === 'failing') shutdown.add('jobs', () => Promise.reject(new Error('stuck')));
shutdown.add('requests', () => console.log('requests finished'));
setInterval(() => undefined, 1000);
console.log('ready');
