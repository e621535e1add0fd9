import type { z } from 'zod';

/** A rule about several fields of a request: the server checks it, and the OpenAPI document contains it as JSON Schema. */
export type FieldRule = {
  /** The field that a refusal names. */
  readonly field: string;
  readonly problem: string;
  readonly isMet: (fields: Readonly<Record<string, unknown>>) => boolean;
  readonly schema: object;
};

/** Without a type: readers of the document merge it with amounts, which are strings or numbers. */
const BLANK = { enum: [''] };

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== '';
}

/** Returns the rule that at most one of two fields is given. A refusal names the second. */
export function requireAtMostOne(first: string, second: string): FieldRule {
  return {
    field: second,
    problem: `must be empty where ${first} is given`,
    isMet: (fields) => !(isGiven(fields[first]) && isGiven(fields[second])),
    schema: { anyOf: [first, second].map((field) => ({ properties: { [field]: BLANK } })) },
  };
}

/** Returns the rule that the field `needed` is required if `field` is given. */
export function requireFieldIfGiven(field: string, needed: string): FieldRule {
  return {
    field: needed,
    problem: `is required with ${field}`,
    isMet: (fields) => !isGiven(fields[field]) || isGiven(fields[needed]),
    schema: {
      anyOf: [{ properties: { [field]: BLANK } }, { properties: { [needed]: { minLength: 1 } }, required: [needed] }],
    },
  };
}

/** Returns the rule that exactly one of the fields is given. The schema of each must refuse a blank value. */
export function requireExactlyOne(...names: readonly [string, ...string[]]): FieldRule {
  const [first, ...others] = names;
  return {
    field: first,
    problem: `must be given, or else ${others.join(' or ')}, but only one of them`,
    isMet: (fields) => names.filter((name) => isGiven(fields[name])).length === 1,
    schema: { oneOf: names.map((name) => ({ required: [name] })) },
  };
}

/** Returns the schema with the rules as further checks. */
export function withRules<Request extends z.ZodObject>(request: Request, rules: readonly FieldRule[] = []): Request {
  return rules.reduce(
    (checked, { field, problem, isMet }) => checked.refine(isMet, { path: [field], message: problem }),
    request,
  );
}
