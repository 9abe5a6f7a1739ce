import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { JsonSchema } from './openapi.ts';

/** Values that are valid by this schema. */
export function arbitraryFrom(schema: JsonSchema): Arbitrary<unknown> {
  if (Array.isArray(schema['examples']))
    return fc.constantFrom(...(schema['examples'] as unknown[]));
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if (Array.isArray(schema['anyOf'])) {
    return fc.oneof(...(schema['anyOf'] as JsonSchema[]).map(arbitraryFrom));
  }
  if (Array.isArray(schema['type'])) {
    const types = schema['type'] as string[];
    return fc.oneof(...types.map((type) => arbitraryFrom({ ...schema, type })));
  }
  switch (schema['type']) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: atLeast(schema), max: atMost(schema) });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitraryFrom(schema['items'] as JsonSchema), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.min(5, Number(schema['maxItems'] ?? 5)),
      });
    case 'object':
      return object(schema);
    default:
      return fc.jsonValue();
  }
}

function object(schema: JsonSchema): Arbitrary<object> {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = (schema['required'] ?? []) as string[];
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, arbitraryFrom(property)]),
  );
  return fc
    .record(fields, { requiredKeys: required })
    .map((value: Record<string, unknown>) => matchPasswords(value));
}

/** Repeats the password in its confirmation, which a schema cannot express. */
function matchPasswords(value: Record<string, unknown>): object {
  const { password_confirmation: _, ...rest } = value;
  return 'password' in rest ? { ...rest, password_confirmation: rest['password'] } : rest;
}

function text(schema: JsonSchema): Arbitrary<string> {
  const pattern = typeof schema['pattern'] === 'string' ? schema['pattern'] : null;
  if (pattern !== null && !pattern.includes('u0000')) return fc.stringMatching(new RegExp(pattern));
  const minLength = Number(schema['minLength'] ?? 0);
  const maxLength = Math.min(60, Number(schema['maxLength'] ?? 60));
  return fc
    .string({ unit: 'grapheme', minLength, maxLength })
    .filter((value) => Array.from(value).length <= maxLength)
    .filter((value) => pattern === null || new RegExp(pattern, 'u').test(value));
}

const atLeast = (schema: JsonSchema): number =>
  Math.max(-2_147_483_648, Number(schema['minimum'] ?? -2_147_483_648));
const atMost = (schema: JsonSchema): number =>
  Math.min(2_147_483_647, Number(schema['maximum'] ?? 2_147_483_647));
