import { z } from 'zod';
import type { RequestedAction } from '../platform/persons/requestedAction.ts';
import { ConfigurationError, type ConfigurationKind, isConfigurationKind } from './configurationKinds.ts';

/** A configuration change as operators have signed it. */
export type RowChange = {
  readonly kind: ConfigurationKind;
  readonly key: string;
  /** Null removes the row. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** Edition of the row when the change was requested; the change is refused if the row differs now. */
  readonly edition: string | undefined;
  /** The earliest time of execution; undefined: immediately. */
  readonly notBefore: Date | undefined;
};

const changeSchema = z.strictObject({
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
 * Returns the change that a request asks for. The subject must name the row, so that the second approver reads which
 * row is changed. Throws {@link ConfigurationError}.
 */
export function readRowChange({ action, subject, input: given }: RequestedAction): RowChange {
  const read = input.safeParse(given);
  const change = read.success ? changeSchema.safeParse(tryParseJson(read.data.change)) : undefined;
  if (!read.success || !change?.success)
    throw new ConfigurationError('a change of the configuration must name its kind, key and fields');
  const { kind, key, fields } = change.data;
  if (!isConfigurationKind(kind)) throw new ConfigurationError(`there is no kind ${kind}`);
  if (subject !== `${kind} ${key}`)
    throw new ConfigurationError(`its subject is ${subject}, but it changes ${kind} ${key}`);
  const { edition, notBefore } = read.data;
  if (notBefore !== undefined && edition === undefined)
    throw new ConfigurationError(
      'a scheduled change must contain the row’s edition: request it again from the current row',
    );
  return {
    kind,
    key,
    fields: action === 'remove' ? null : fields,
    edition,
    notBefore: notBefore === undefined ? undefined : new Date(notBefore),
  };
}

/**
 * Returns the earliest time of execution of a requested change; undefined: immediately. Never throws: an invalid time is
 * refused when the request is made.
 */
export function readNotBefore({ action, input: given }: RequestedAction): Date | undefined {
  const text = action === 'set' || action === 'remove' ? given?.['notBefore'] : undefined;
  const at = text === undefined ? undefined : new Date(text);
  return at && Number.isFinite(at.getTime()) ? at : undefined;
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
