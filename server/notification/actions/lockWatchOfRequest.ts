import { CommandError } from '../../action/commandError.ts';
import { parseRecordNumber } from '../../action/parseRecordNumber.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type AlertWatch, lockWatch } from '../duty/watchStore.ts';

/**
 * Locks and returns the watch of the request's alert until the transaction ends. Throws {@link CommandError} if the alert is
 * settled, or in another round than the requester saw.
 */
export async function lockWatchOfRequest(
  transaction: Transaction,
  { subject, input }: { readonly subject: string; readonly input: { readonly round: string } },
): Promise<AlertWatch> {
  const watch = await lockWatch(transaction, parseRecordNumber(subject));
  if (!watch) throw new CommandError(`there is no open alert ${subject}`);
  if (String(watch.round) !== input.round)
    throw new CommandError(
      `alert ${subject} has escalated since your request: check it again, npm run operate -- list alerts`,
    );
  return watch;
}
