import type { z } from 'zod';
import { DeskError } from './deskContext.ts';

/** Parses a request; throws a {@link DeskError} that names the invalid field. */
export function readRequest<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new DeskError(400, faults.join('; '));
}
