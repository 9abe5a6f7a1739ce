import type { Metadata } from '../state/records.ts';
import { invalidRequest } from './failure.ts';

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

/** The parameters that every list accepts besides its filters. */
export const PAGE_PARAMS = ['created', 'ending_before', 'limit', 'starting_after'];

/** Rejects unknown parameters as Stripe does, which finds misspellings. */
export function refuseUnknown(params: Params, known: readonly string[]): void {
  for (const name of Object.keys(params)) {
    if (known.includes(name)) continue;
    const message = `Received unknown parameter: ${name}`;
    throw invalidRequest(message, { code: 'parameter_unknown', param: name });
  }
}

/** A text; empty means missing. */
export function readText(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, { param: name });
}

/** A required text. */
export function requireText(params: Params, name: string): string {
  const value = readText(params, name);
  if (value === undefined) throw missing(name);
  return value;
}

/** An integer. */
export function readInteger(params: Params, name: string): number | undefined {
  const value = readText(params, name);
  if (value === undefined) return undefined;
  if (/^-?\d+$/.test(value)) return Number(value);
  const message = `Invalid integer: ${value}`;
  throw invalidRequest(message, { code: 'parameter_invalid_integer', param: name });
}

/** A required integer. */
export function requireInteger(params: Params, name: string): number {
  const value = readInteger(params, name);
  if (value === undefined) throw missing(name);
  return value;
}

/** Whether the value is `true`. */
export function readBoolean(params: Params, name: string): boolean {
  return readText(params, name) === 'true';
}

/** A group of nested parameters, such as `payment_method_data[…]`. */
export function readGroup(params: Params, name: string): Params | undefined {
  const value = params[name];
  return isGroup(value) ? value : undefined;
}

/** A list of texts, such as `expand[]`. */
export function readList(params: Params, name: string): string[] | undefined {
  const value = params[name];
  if (value === undefined || value === '') return undefined;
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  throw invalidRequest('Invalid array', { param: name });
}

/** Merges metadata as Stripe does: an empty value deletes its key, an empty group all keys. */
export function mergeMetadata(old: Metadata, params: Params): Metadata {
  const given = params['metadata'];
  if (given === undefined) return old;
  if (given === '') return {};
  if (!isGroup(given)) throw invalidRequest('Invalid hash', { param: 'metadata' });
  const merged = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(given)) {
    if (value === '') merged.delete(key);
    else merged.set(key, checkEntry(key, value));
  }
  if (merged.size > 50) throw invalidRequest('Metadata can have at most 50 keys.');
  return Object.fromEntries(merged);
}

function checkEntry(key: string, value: ParamValue | undefined): string {
  if (typeof value === 'string' && value.length <= 500 && key.length <= 40) return value;
  const message = 'Metadata keys must be up to 40 characters, values texts up to 500 characters.';
  throw invalidRequest(message, { param: `metadata[${key}]` });
}

function isGroup(value: ParamValue | undefined): value is Params {
  return typeof value === 'object' && !Array.isArray(value);
}

function missing(name: string): Error {
  const message = `Missing required param: ${name}.`;
  return invalidRequest(message, { code: 'parameter_missing', param: name });
}
