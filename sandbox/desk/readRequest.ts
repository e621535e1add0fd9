import type { z } from 'zod';
import { DeskFault } from './deskParts.ts';

/** What a caller sent, or a {@link DeskFault} that names the field at fault. */
export function read<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new DeskFault(400, faults.join('; '));
}
