import path from 'node:path';
import { finding, isTest, type SourceFile } from './source-files.ts';

// Imports are read from the text: the formatter leaves one way to write each. Cycles of files are found by the linter.

interface Import {
  /** The imported file from the root, or the name of a package. */
  target: string;
  /** Removed at run time. */
  isTypeOnly: boolean;
  index: number;
}

/** The roots that each root may import (ARCHITECTURE.md). A folder of packages/ is a root that imports none. */
const allowed: Record<string, string[]> = {
  contract: [],
  messages: ['contract'],
  db: ['contract'],
  server: ['contract', 'messages', 'db', 'packages/embedded-postgres', 'packages/plates'],
  web: ['contract', 'messages'],
};

/** All that these roots may import of npm and Node. */
const allowedOfNpm: Record<string, string[]> = {
  // nothing of it belongs in the browser
  contract: ['zod', 'node:url'],
  'packages/embedded-postgres': ['node', 'pg', 'pino', 'zod'],
  'packages/plates': ['node', '@resvg/resvg-js'],
  'packages/stripe-sandbox': ['node', 'hono', 'stripe'],
};

const roots = new Set(
  [allowed, allowedOfNpm].flatMap(Object.keys).concat('test', 'e2e', 'bench', 'scripts'),
);

/** Files whose whole purpose is to connect two roots. */
const bridges: Record<string, string[]> = {
  'server/start/start-infrastructure.ts': ['packages/stripe-sandbox'],
};

/** Files that do so by types alone. */
const typeBridges: Record<string, string[]> = {
  'web/office/platform/office-context.ts': ['server'],
  'web/platform/visit.ts': ['server'],
};

/** Layers of a root that know no feature, with what they may import of it. */
const layers: [layer: RegExp, mayImport: RegExp][] = [
  [/^server\/platform\//, /^server\/platform\//],
  [/^server\/settings\//, /^server\/(?:platform|settings)\//],
  [/^server\/operations\//, /^server\/(?:operations|platform)\/|^server\/deps\.ts$/],
  [/^server\/drawing\/pdf\//, /^server\/(?:drawing\/pdf|platform)\//],
  [/^web\/platform\//, /^web\/(?:platform|ui)\//],
  [/^web\/ui\//, /^web\/(?:platform|ui)\//],
];

/** The edge calls features; of the server, only the start imports it. */
const mayImportEdge = /^server\/(?:edge\/|start\/|main\.ts$)/;

/** What roots and layers may not import, zod and Node that reach the browser, and cycles of features. */
export function checkImports(files: SourceFile[]): string[] {
  const code = files
    .filter((file) => /\.(?:tsx?|m?js)$/.test(file.path) && !isTest(file))
    .map((file) => ({ ...file, imports: importsOf(file) }));
  const directions = code.flatMap(({ path: from, text, imports }) =>
    imports.flatMap((item) => {
      const broken = checkDirection(from, item);
      return broken ? [finding(from, text, item.index, `imports ${item.target}: ${broken}`)] : [];
    }),
  );
  return [...directions, ...checkBrowserImports(code), ...checkFeatureCycles(code)];
}

type CodeFile = SourceFile & { imports: Import[] };

const statement =
  /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm;

function importsOf(file: SourceFile): Import[] {
  return [...file.text.matchAll(statement)].map(({ 1: type, 2: name, 3: dynamic = '', index }) => ({
    target: resolve(path.posix.dirname(file.path), name ?? dynamic),
    isTypeOnly: type !== undefined,
    index,
  }));
}

function resolve(folder: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? path.posix.join(folder, name) : name;
}

const rootOf = (file: string) => /^(?:packages\/)?[^/]+/.exec(file)?.[0] ?? '';

function checkDirection(file: string, { target, isTypeOnly }: Import): string | undefined {
  const from = rootOf(file);
  const to = rootOf(target);
  const mayImport = from.startsWith('packages/') ? [] : allowed[from];
  if (!roots.has(to)) return checkNpm(from, target);
  if (!mayImport) return undefined;
  const isBridge = bridges[file]?.includes(to) || (isTypeOnly && typeBridges[file]?.includes(to));
  if (from !== to && !mayImport.includes(to) && !isBridge) {
    return `${from} does not import ${to}; move what both need to contract/`;
  }
  if (target.startsWith('server/edge/') && from === 'server' && !mayImportEdge.test(file)) {
    return 'HTTP is for server/edge alone; let it call what this file does';
  }
  const [layer, mayImportOfRoot] = layers.find(([pattern]) => pattern.test(file)) ?? [];
  if (layer && to === from && !mayImportOfRoot?.test(target)) {
    return `${layer.exec(file)?.[0]} knows no feature; pass it in from one`;
  }
  return undefined;
}

function checkNpm(from: string, target: string): string | undefined {
  const names = allowedOfNpm[from];
  // `hono/html` → `hono`, `node:fs` → `node`
  const name = /^(?:@[^/]+\/)?[^/:]+/.exec(target)?.[0] ?? '';
  return !names || names.includes(name) || names.includes(target)
    ? undefined
    : `${from} imports ${names.join(', ')} only; pass the rest in`;
}

/** The browser gets paths, codes, rules and formats from the contract, but never zod, of 60 kB, or Node's modules. */
function checkBrowserImports(files: CodeFile[]): string[] {
  const runtime = new Map(
    files.map(({ path: file, imports }) => [file, imports.filter(({ isTypeOnly }) => !isTypeOnly)]),
  );
  const bringsPackage = (target: string): boolean =>
    allowedOfNpm['contract']?.includes(target) ||
    (runtime.get(target) ?? []).some((item) => bringsPackage(item.target));
  // React Router leaves `*.server.ts` out of the browser's build
  const browserFiles = files.filter((file) => /^web\/.*(?<!\.server)\.tsx?$/.test(file.path));
  return browserFiles.flatMap(({ path: file, text }) =>
    (runtime.get(file) ?? [])
      .filter(({ target }) => rootOf(target) !== 'web' && bringsPackage(target))
      .map(({ target, index }) =>
        finding(file, text, index, `imports ${target}, which is not for the browser`),
      ),
  );
}

/** Features may use each other, but never in a cycle (payment → orders → cart → programme). */
function checkFeatureCycles(files: CodeFile[]): string[] {
  const uses = new Map<string, Map<string, string>>();
  for (const { path: file, imports } of files) {
    const from = featureOf(file);
    for (const { target, isTypeOnly } of imports) {
      const to = featureOf(target);
      if (!from || !to || from === to || isTypeOnly) continue;
      uses.set(from, (uses.get(from) ?? new Map()).set(to, `${file} imports ${target}`));
    }
  }
  const findWay = (from: string, to: string, seen: Set<string>): string[] | undefined => {
    for (const [next, what] of uses.get(from) ?? []) {
      if (next === to) return [what];
      const rest = seen.has(next) ? undefined : findWay(next, to, seen.add(next));
      if (rest) return [what, ...rest];
    }
    return undefined;
  };
  return [...uses.keys()].flatMap((feature) => {
    const way = findWay(feature, feature, new Set());
    return way ? [`${feature} is in a cycle: ${way.join('; ')}`] : [];
  });
}

const featureOf = (file: string) => /^(?:server|web)\/[^/]+(?=\/)/.exec(file)?.[0];
