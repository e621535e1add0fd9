import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import { bookLines } from './bookLines.ts';
import { collectLines } from './collectLines.ts';
import { settlePayouts } from './settlePayouts.ts';

export type FollowContext = { readonly database: Database; readonly card: CardAcquirer; readonly log: Log };

/** Brings what the acquirer has moved into the books. Each part goes on by what is stored when the one before failed. */
export async function followAcquirer(context: FollowContext): Promise<void> {
  await collectLines(context);
  await bookLines(context);
  await settlePayouts(context);
}
