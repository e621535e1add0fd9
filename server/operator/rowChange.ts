import { z } from 'zod';
import { mayBeRemoved } from '../configuration/changeConfiguration.ts';
import { isKind, type Kind } from '../configuration/kinds.ts';
import { FURTHEST_MS } from '../platform/persons/judgeStatement.ts';
import type { Requested } from '../platform/persons/requested.ts';
import { CommandError } from './commandError.ts';

/** A change of the configuration, as persons have signed it. */
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
 * What is signed of a change is all that is done by it: its subject names the very row, so that whoever agrees reads what is
 * changed. Throws {@link CommandError}.
 */
export function readRowChange({ action, subject, input: given }: Requested): RowChange {
  const said = input.safeParse(given);
  const change = said.success ? shape.safeParse(parsed(said.data.change)) : undefined;
  if (!said.success || !change?.success)
    throw new CommandError('a change of the configuration names its kind, key and fields');
  const { kind, key, fields } = change.data;
  if (!isKind(kind)) throw new CommandError(`there is no kind ${kind}`);
  if (subject !== `${kind} ${key}`)
    throw new CommandError(`it is said to be about ${subject}, and changes ${kind} ${key}`);
  const { edition, notBefore } = said.data;
  if (notBefore !== undefined && edition === undefined)
    throw new CommandError('a change at a time names the row that it was shown for');
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

/** Throws {@link CommandError} for a time at which nobody may ask for a change. */
export function requireTime(notBefore: Date | undefined, now: Date): void {
  if (!notBefore) return;
  if (notBefore <= now)
    throw new CommandError(`${notBefore.toISOString()} is over: leave the time out, and it is done at once`);
  if (notBefore.getTime() - now.getTime() > FURTHEST_MS)
    throw new CommandError('a change waits for at most 30 days: ask for it when its time is nearer');
}

/** Why rows of a kind are never taken out; undefined where they are. */
export function keptBecause(kind: string): string | undefined {
  return mayBeRemoved(kind) ? undefined : `A ${kind} is never removed: orders may name it. It is switched off instead.`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
