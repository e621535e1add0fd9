import { CommandError } from '../../action/commandError.ts';
import { MAX_SCHEDULE_DELAY_MS } from '../../platform/persons/verifyStatement.ts';

/** Throws {@link CommandError} if the time of a scheduled change has passed, or is too far ahead. */
export function requireChangeTime(notBefore: Date | undefined, now: Date): void {
  if (!notBefore) return;
  if (notBefore <= now)
    throw new CommandError(`${notBefore.toISOString()} has passed: leave the time out to make the change immediately`);
  if (notBefore.getTime() - now.getTime() > MAX_SCHEDULE_DELAY_MS)
    throw new CommandError('a change can be scheduled at most 30 days ahead: request it later');
}
