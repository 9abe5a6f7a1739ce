/** Parameters of a request, nested by the brackets in their names; values are text. */
export type Params = { [name: string]: ParamValue | undefined };
export type ParamValue = string | Params | ParamValue[];

type Branch = Map<string, string | Branch>;

/** Reads `a=1&metadata[order]=x&expand[0]=y&list[]=z` (form body or query string). */
export function parseForm(text: string): Params {
  const root: Branch = new Map();
  for (const [name, value] of new URLSearchParams(text)) put(root, splitName(name), value);
  return toParams(root);
}

function splitName(name: string): string[] {
  const [head = '', ...rest] = name.split('[');
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))];
}

function put(root: Branch, path: string[], value: string): void {
  let branch = root;
  for (const [depth, part] of path.entries()) {
    const name = part === '' ? String(branch.size) : part;
    if (depth === path.length - 1) {
      branch.set(name, value);
      return;
    }
    const next = branch.get(name);
    const child = next instanceof Map ? next : new Map<string, string | Branch>();
    branch.set(name, child);
    branch = child;
  }
}

function toParams(branch: Branch): Params {
  return Object.fromEntries([...branch].map(([name, value]) => [name, toValue(value)]));
}

function toValue(value: string | Branch): ParamValue {
  if (typeof value === 'string') return value;
  const isList = value.size > 0 && [...value.keys()].every((key) => /^\d+$/.test(key));
  return isList ? Array.from(value.values(), toValue) : toParams(value);
}
