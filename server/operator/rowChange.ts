import { mayBeRemoved } from '../configuration/changeConfiguration.ts';
import { FURTHEST_MS } from '../platform/persons/judgeStatement.ts';
import { CommandError } from './commandError.ts';

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
