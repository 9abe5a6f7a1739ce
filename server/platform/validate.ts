import type { z } from 'zod';
import {
  fieldMessages,
  type FieldMessageKey,
  type FieldProblem,
} from '#contract/field-messages.ts';
import { Problem, type FieldProblems } from './problem.ts';

/** The violated rule of an issue, whose message is its key; a default of zod's reads as "not valid". */
function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  const key = (issue.message in fieldMessages ? issue.message : 'INVALID') as FieldMessageKey;
  if (key !== 'TOO_LONG') return key;
  return issue.code === 'too_big' ? `TOO_LONG ${Number(issue.maximum)}` : 'INVALID';
}

/** Validates the input against a schema; 422 with every invalid field. */
export function validate(schema: z.ZodType | undefined, input: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: FieldProblems = {};
  for (const issue of result.error.issues) {
    const field = issue.path.length === 0 ? 'body' : issue.path.join('.');
    const problem = problemOf(issue);
    const found = (fields[field] ??= []);
    if (!found.includes(problem)) found.push(problem);
  }
  throw new Problem('invalid', { fields });
}
