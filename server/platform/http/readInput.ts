import type { AnyCallDefinition } from '@slipway/contract/defineCall.ts';
import { AppError } from './appError.ts';
import { describeIssue, plainIssues } from './describeIssue.ts';

/** The fields of a body that was parsed; none of an empty one. */
export function bodyFields(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new AppError('malformed', { field: 'body', problem: 'must be a JSON object' });
}

/** What was sent, checked by the call's definition and with its defaults. Throws `malformed`, which names the field. */
export function readInput({ request }: Pick<AnyCallDefinition, 'request'>, sent: Record<string, unknown>): unknown {
  const unkeepable = findUnkeepable(sent);
  if (unkeepable) throw new AppError('malformed', unkeepable);
  const parsed = request.safeParse(sent, plainIssues);
  if (parsed.success) return parsed.data;
  throw new AppError('malformed', describeIssue(parsed.error));
}

/** No request of ours is nested deeper than an object in an object. */
const MOST_DEPTH = 16;

/**
 * Where a body holds what cannot be kept or checked: half a surrogate pair, the character zero, nesting without end, or an object
 * whose `length` is one too, which zod compares with a number before it says that a text was expected.
 */
export function findUnkeepable(value: unknown, path = '', depth = 0): { field: string; problem: string } | undefined {
  if (typeof value === 'string') {
    const keepable = value.isWellFormed() && !value.includes('\u0000');
    return keepable ? undefined : { field: path || 'body', problem: 'holds a character that is none' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MOST_DEPTH) return { field: path.split('.', 1)[0] || 'body', problem: 'is nested too deeply' };
  if ('length' in value && typeof value.length === 'object')
    return { field: path || 'body', problem: 'has a length that is none' };
  for (const key of Object.keys(value)) {
    const inner: unknown = (value as Record<string, unknown>)[key];
    const found = findUnkeepable(key, path) ?? findUnkeepable(inner, path === '' ? key : `${path}.${key}`, depth + 1);
    if (found) return found;
  }
  return undefined;
}
