import type { Import, SourceFile } from './source-files.ts';
import { importsOf } from './source-files.ts';

/** Which root may import which others (ARCHITECTURE.md); packages are free unless named below. */
const allowed: Record<string, string[]> = {
  contract: [],
  messages: ['contract'],
  db: ['contract'],
  sandbox: [],
  server: ['contract', 'messages', 'db'],
  web: ['contract', 'messages'],
};
const roots = new Set([...Object.keys(allowed), 'test', 'e2e', 'bench', 'scripts']);

/** Files whose whole purpose is to bring two roots together. */
const bridges: Record<string, string[]> = {
  'server/start/payment-provider.ts': ['sandbox'],
};

const kebabCase = /^[a-z0-9]+(?:[-.][a-z0-9]+)*\.\w+$/;
const catchAll = /(?:^|\/)(?:utils?|helpers?|common|shared|lib|misc)\//;
const longer = /\.test\.tsx?$|^(?:messages|db|e2e|test\/conformance|test\/fuzz)\//;
const generated = /^db\/(?:types\.ts|schema\.sql)$/;
const mayReadEnvironment =
  /^(?:server\/env\.ts|(?:scripts|test|e2e|bench)\/.*|[^/]+\.config\.ts)$|\.test\.tsx?$/;

/** A rule broken, for people. */
export type Finding = string;

/** All rules about where files lie, what they are called, how long they are and what they import. */
export function checkStructure(files: SourceFile[]): Finding[] {
  return [...files.flatMap(checkFile), ...checkRings(files), ...checkZodInBrowser(files)];
}

function checkFile(file: SourceFile): Finding[] {
  const name = file.path.split('/').at(-1) ?? '';
  const limit = longer.test(file.path) ? 400 : 250;
  const findings: [boolean, string][] = [
    [
      file.lines > limit && !generated.test(file.path),
      `has ${file.lines} lines, more than ${limit}`,
    ],
    [!kebabCase.test(name), 'is not named in kebab-case'],
    [catchAll.test(file.path), 'lies in a folder that says nothing about what is in it'],
    [isBarrel(file), 'only passes on what other files export'],
    [
      file.text.includes('process.env') && !mayReadEnvironment.test(file.path),
      'reads process.env; only server/env.ts does',
    ],
  ];
  const broken = findings.filter(([isBroken]) => isBroken).map(([, message]) => message);
  const imports = isTest(file) ? [] : importsOf(file).flatMap((item) => checkImport(file, item));
  return [...broken, ...imports].map((message) => `${file.path} ${message}`);
}

const isTest = (file: SourceFile) => /\.test\.tsx?$/.test(file.path);

/** `format.ts` of web and server stand for the one of the contract, so that Intl stays in one place. */
function isBarrel(file: SourceFile): boolean {
  if (!/\.tsx?$/.test(file.path) || file.path.endsWith('/format.ts')) return false;
  const code = file.text.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '').trim();
  return /^(?:export (?:type )?(?:\*|\{[^}]*\})[^;]*from '[^']+';\s*)+$/.test(code);
}

function checkImport(file: SourceFile, { target }: Import): Finding[] {
  const from = rootOf(file.path);
  const to = rootOf(target);
  const mayImport = allowed[from];
  if (!mayImport || !roots.has(to)) {
    const foreign = from === 'contract' && target !== 'zod' && !roots.has(to);
    return foreign ? [`imports ${target}; contract imports zod only`] : [];
  }
  if (from !== to && !mayImport.includes(to) && !bridges[file.path]?.includes(to)) {
    return [`imports ${target}; ${from} does not import ${to}`];
  }
  const layer = /^(?:server|web)\/platform\/|^web\/ui\//.exec(file.path)?.[0];
  const inLayers = /^(?:server|web)\/(?:platform|ui)\//.test(target);
  if (layer && to === from && !inLayers && target !== 'server/env.ts') {
    return [`imports ${target}; ${layer} knows no feature`];
  }
  return [];
}

/** The browser gets paths, codes, rules and formats from the contract, but never zod and its 60 kB. */
function checkZodInBrowser(files: SourceFile[]): Finding[] {
  const imports = new Map(files.map((file) => [file.path, runtimeImports(file)]));
  const bringsZod = (target: string): boolean =>
    target === 'zod' || (imports.get(target) ?? []).some(bringsZod);
  // React Router leaves `*.server.ts` out of the browser's build
  const isBrowserFile = ({ path }: SourceFile) => /^web\/.*(?<!\.server)\.tsx?$/.test(path);
  const browserFiles = files.filter((file) => isBrowserFile(file) && !isTest(file));
  return browserFiles.flatMap((file) =>
    runtimeImports(file)
      .filter((target) => rootOf(target) !== 'web' && bringsZod(target))
      .map((target) => `${file.path} imports ${target}, which brings zod into the browser`),
  );
}

const runtimeImports = (file: SourceFile) =>
  importsOf(file)
    .filter(({ typeOnly }) => !typeOnly)
    .map(({ target }) => target);

const rootOf = (file: string) => file.split('/')[0] ?? '';

/** Features may use each other, but never in a ring (payment → orders → cart → concerts). */
function checkRings(files: SourceFile[]): Finding[] {
  const edges = new Map<string, Map<string, string>>();
  for (const file of files.filter((candidate) => !isTest(candidate))) {
    const from = featureOf(file.path);
    for (const { target, typeOnly } of importsOf(file)) {
      const to = featureOf(target);
      if (!from || !to || from === to || typeOnly) continue;
      if (!edges.has(from)) edges.set(from, new Map());
      edges.get(from)?.set(to, `${file.path} imports ${target}`);
    }
  }
  return [...edges.keys()].flatMap((feature) => ringFrom(feature, edges));
}

function featureOf(file: string): string | undefined {
  const [from, folder, rest] = file.split('/');
  return rest !== undefined && (from === 'server' || from === 'web')
    ? `${from}/${folder}`
    : undefined;
}

/** The shortest way from a feature back to itself; reported once, by the first of its members. */
function ringFrom(start: string, edges: Map<string, Map<string, string>>): Finding[] {
  const ways: { at: string; reasons: string[]; through: string[] }[] = [
    { at: start, reasons: [], through: [start] },
  ];
  const seen = new Set<string>();
  for (const { at, reasons, through } of ways) {
    for (const [next, reason] of edges.get(at) ?? []) {
      if (next === start) {
        if (through.toSorted()[0] !== start) return [];
        return [`${[...through, start].join(' → ')} is a ring: ${[...reasons, reason].join('; ')}`];
      }
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push({ at: next, reasons: [...reasons, reason], through: [...through, next] });
    }
  }
  return [];
}
