import type { SourceFile } from './source-files.ts';
import { finding, importsOf, isTest } from './source-files.ts';

/** An import from one feature of another. */
interface Edge {
  to: string;
  path: string;
  line: number;
  target: string;
}

/**
 * Features may use each other, but never in a cycle (payment → orders → cart → concerts). Cycles of files, types
 * included, are found by oxlint.
 */
export function checkFeatureCycles(files: SourceFile[]): string[] {
  const edges = new Map<string, Edge[]>();
  for (const file of files.filter((candidate) => !isTest(candidate))) {
    const from = featureOf(file.path);
    for (const { target, isTypeOnly, line } of importsOf(file)) {
      const to = featureOf(target);
      if (!from || !to || from === to || isTypeOnly) continue;
      edges.set(from, [...(edges.get(from) ?? []), { to, path: file.path, line, target }]);
    }
  }
  return [...edges.keys()].flatMap((feature) => findCycle(feature, edges));
}

function featureOf(file: string): string | undefined {
  const [root, folder, rest] = file.split('/');
  const isFeature = rest !== undefined && (root === 'server' || root === 'web');
  return isFeature ? `${root}/${folder}` : undefined;
}

/** The shortest path from a feature back to itself; reported once, by the first of its members. */
function findCycle(start: string, edges: Map<string, Edge[]>): string[] {
  const ways: Edge[][] = [[]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const edge of edges.get(way.at(-1)?.to ?? start) ?? []) {
      if (edge.to === start) return report(start, [...way, edge]);
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      ways.push([...way, edge]);
    }
  }
  return [];
}

function report(start: string, way: Edge[]): string[] {
  const features = way.map(({ to }) => to);
  const [first] = way;
  if (first === undefined || features.toSorted()[0] !== start) return [];
  const imports = way.map(({ path, target }) => `${path} imports ${target}`).join('; ');
  const what = `${[start, ...features].join(' → ')} is a cycle: ${imports}`;
  return [finding(first.path, first.line, what, 'turn one import round, or pass in what it needs')];
}
