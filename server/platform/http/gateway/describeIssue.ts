import { z } from 'zod';

/** A fault of an input, as shown to its sender; `field` is a dotted path. */
type InputFault = { readonly field: string; readonly problem: string };

type RawIssue = z.core.$ZodRawIssue;

/** Option of `safeParse`: messages for issues where the schema has none. */
export const readableIssueOption = { error: (issue: RawIssue) => describeRawIssue(issue) } as const;

/** Describes the first issue of a parse with {@link readableIssueOption}; a union by its first alternative. */
export function describeIssue({ issues: [first] }: z.ZodError): InputFault {
  const issue = first && findFirstAlternative(first);
  if (!issue) return { field: 'body', problem: NOT_VALID };
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  return { field: path.join('.') || 'body', problem: issue.message };
}

function findFirstAlternative(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const inner = issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined;
  return inner ? findFirstAlternative({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

const NOT_VALID = 'is not valid';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};

/** The unit of length limits by kind of value; numbers are compared directly. */
const COUNTED: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a web address',
  datetime: 'a time such as 2026-11-21T10:45:00Z',
  date: 'a date such as 2026-11-21',
};

function describeRawIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return describeLimit(issue.origin, 'least', issue.minimum);
    case 'too_big':
      return describeLimit(issue.origin, 'most', issue.maximum);
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => String(value) || 'empty').join(', ')}`;
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'in another format'}`;
    case 'unrecognized_keys':
      return 'is not a known field';
    default:
      return NOT_VALID;
  }
}

function describeLimit(origin: string, end: 'least' | 'most', limit: number | bigint): string {
  const counted = COUNTED[origin];
  if (counted === undefined) return `must be at ${end} ${limit}`;
  return end === 'least' && BigInt(limit) === 1n ? 'must not be empty' : `must have at ${end} ${limit} ${counted}`;
}
