import { lockWatch, type Watch } from '../../notification/duty/watchStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { CommandError } from '../commandError.ts';
import { numberOf } from '../numberOf.ts';
import type { OperatorRequest } from '../requestStore.ts';

/**
 * How it stands with the alert that a request is about; nobody changes it before the transaction's end. Throws
 * {@link CommandError} where it is over, or another one than whoever asked has seen.
 */
export async function lockedWatch(
  transaction: Transaction,
  { subject, input }: Pick<OperatorRequest, 'subject' | 'input'>,
): Promise<Watch> {
  const watch = await lockWatch(transaction, numberOf(subject));
  if (!watch) throw new CommandError(`there is no open alert ${subject}`);
  if (String(watch.round) !== input['round'])
    throw new CommandError(
      `alert ${subject} has gone on since you asked: look at it again, npm run operate -- list alerts`,
    );
  return watch;
}
