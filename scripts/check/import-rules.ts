import type { Import, SourceFile } from './source-files.ts';
import { finding, importsOf, isTest } from './source-files.ts';

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

/** Checks what roots and layers import, and that neither zod nor Node reaches the browser. */
export function checkImports(files: SourceFile[]): string[] {
  const code = files.filter((file) => !isTest(file));
  const directions = code.flatMap((file) =>
    importsOf(file).flatMap((item) => {
      const broken = checkDirection(file.path, item);
      return broken ? [finding(file.path, item.line, `imports ${item.target}`, broken)] : [];
    }),
  );
  return [...directions, ...checkBrowserImports(code)];
}

const rootOf = (file: string) => /^(?:packages\/)?[^/]+/.exec(file)?.[0] ?? '';

function checkDirection(path: string, { target, isTypeOnly }: Import): string | undefined {
  const from = rootOf(path);
  const to = rootOf(target);
  const mayImport = from.startsWith('packages/') ? [] : allowed[from];
  if (!roots.has(to)) return checkNpm(from, target);
  if (!mayImport) return undefined;
  const isBridge = bridges[path]?.includes(to) || (isTypeOnly && typeBridges[path]?.includes(to));
  if (from !== to && !mayImport.includes(to) && !isBridge) {
    return `${from} does not import ${to}; move what both need to contract/`;
  }
  const [layer, mayImportOfRoot] = layers.find(([pattern]) => pattern.test(path)) ?? [];
  if (layer && to === from && !mayImportOfRoot?.test(target)) {
    return `${layer.exec(path)?.[0]} knows no feature; pass it in from one`;
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
function checkBrowserImports(files: SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, runtimeImports(file)]));
  const bringsPackage = (target: string): boolean =>
    allowedOfNpm['contract']?.includes(target) ||
    (imports.get(target) ?? []).some((item) => bringsPackage(item.target));
  // React Router leaves `*.server.ts` out of the browser's build
  const browserFiles = files.filter(({ path }) => /^web\/.*(?<!\.server)\.tsx?$/.test(path));
  return browserFiles.flatMap(({ path }) =>
    (imports.get(path) ?? [])
      .filter(({ target }) => rootOf(target) !== 'web' && bringsPackage(target))
      .map(({ target, line }) =>
        finding(path, line, `imports ${target}, which is not for the browser`, 'import type'),
      ),
  );
}

const runtimeImports = (file: SourceFile) =>
  importsOf(file).filter(({ isTypeOnly }) => !isTypeOnly);
