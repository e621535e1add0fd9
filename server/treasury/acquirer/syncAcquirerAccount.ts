import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import { bookLines } from './bookLines.ts';
import { collectLines } from './collectLines.ts';
import { settlePayouts } from './settlePayouts.ts';
import { updateAcquirerPayouts } from './updateAcquirerPayouts.ts';

export type AcquirerSyncContext = { readonly database: Database; readonly card: CardAcquirer; readonly log: Log };

/** Books the acquirer's movements. Each part continues with the stored data if the one before failed. */
export async function syncAcquirerAccount(context: AcquirerSyncContext): Promise<void> {
  await collectLines(context);
  await bookLines(context);
  await settlePayouts(context);
  await updateAcquirerPayouts(context);
}
