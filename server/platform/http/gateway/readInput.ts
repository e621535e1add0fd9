import type { AnyCallDefinition } from '@slipway/contract/defineCall.ts';
import { AppError } from '../appError.ts';
import { describeIssue, readableIssueOption } from './describeIssue.ts';

/** Returns the fields of a parsed body; none if it is empty. */
export function readBodyFields(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new AppError('malformed', { field: 'body', problem: 'must be a JSON object' });
}

/** Validates the sent fields against the call's definition and fills in defaults. Throws `malformed` with the field. */
export function readInput({ request }: Pick<AnyCallDefinition, 'request'>, sent: Record<string, unknown>): unknown {
  const unstorable = findUnstorable(sent);
  if (unstorable) throw new AppError('malformed', unstorable);
  const parsed = request.safeParse(sent, readableIssueOption);
  if (parsed.success) return parsed.data;
  throw new AppError('malformed', describeIssue(parsed.error));
}

/** No request of the contract is nested deeper than an object in an object. */
const MAX_DEPTH = 16;

/**
 * Finds a value that cannot be stored or validated: an unpaired surrogate, a NUL character, excessive nesting, or an object
 * whose `length` is an object. Where text is expected, zod compares such a length with a number before it checks the type.
 */
export function findUnstorable(value: unknown, path = '', depth = 0): { field: string; problem: string } | undefined {
  if (typeof value === 'string') {
    const isStorable = value.isWellFormed() && !value.includes('\u0000');
    return isStorable ? undefined : { field: path || 'body', problem: 'contains NUL or half of a surrogate pair' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return { field: path.split('.', 1)[0] || 'body', problem: 'is nested too deeply' };
  if ('length' in value && typeof value.length === 'object')
    return { field: path || 'body', problem: 'has an invalid length' };
  for (const key of Object.keys(value)) {
    const inner: unknown = (value as Record<string, unknown>)[key];
    const found = findUnstorable(key, path) ?? findUnstorable(inner, path === '' ? key : `${path}.${key}`, depth + 1);
    if (found) return found;
  }
  return undefined;
}
