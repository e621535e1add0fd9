import { z } from 'zod';
import type { Requested } from '../platform/persons/requested.ts';
import { ConfigurationError, isKind, type Kind } from './kinds.ts';

/** A change of the configuration, as operators have signed it. */
export type RowChange = {
  readonly kind: Kind;
  readonly key: string;
  /** Null takes the row out. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** The row as it was when the change was asked for: of another one it is not made. */
  readonly edition: string | undefined;
  readonly notBefore: Date | undefined;
};

const shape = z.strictObject({
  kind: z.string(),
  key: z.string().min(1).max(200),
  fields: z.record(z.string().max(60), z.unknown()),
});
const input = z.strictObject({
  change: z.string(),
  edition: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  notBefore: z.iso.datetime({ precision: 3 }).optional(),
});

/**
 * Returns the change that a request asks for. Its subject names the row, so that a second person reads what is changed. Throws {@link ConfigurationError}.
 */
export function readRowChange({ action, subject, input: given }: Requested): RowChange {
  const read = input.safeParse(given);
  const change = read.success ? shape.safeParse(parsed(read.data.change)) : undefined;
  if (!read.success || !change?.success)
    throw new ConfigurationError('a change of the configuration names its kind, key and fields');
  const { kind, key, fields } = change.data;
  if (!isKind(kind)) throw new ConfigurationError(`there is no kind ${kind}`);
  if (subject !== `${kind} ${key}`)
    throw new ConfigurationError(`it is said to be about ${subject}, and changes ${kind} ${key}`);
  const { edition, notBefore } = read.data;
  if (notBefore !== undefined && edition === undefined)
    throw new ConfigurationError('a change at a time names the row that it was shown for');
  return {
    kind,
    key,
    fields: action === 'remove' ? null : fields,
    edition,
    notBefore: notBefore === undefined ? undefined : new Date(notBefore),
  };
}

/** When a request is done at the earliest; undefined: at once. Never throws: what is no time is refused where it is judged. */
export function timeOf({ action, input: given }: Requested): Date | undefined {
  const text = action === 'set' || action === 'remove' ? given?.['notBefore'] : undefined;
  const at = text === undefined ? undefined : new Date(text);
  return at && Number.isFinite(at.getTime()) ? at : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
