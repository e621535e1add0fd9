import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import { findReadingStart, saveReadingEnd } from '../readingStore.ts';
import { insertLines } from './acquirerLineStore.ts';

type CollectContext = {
  readonly database: Database;
  readonly card: Pick<CardAcquirer, 'id' | 'listBalanceLines'>;
  readonly log: Log;
};

/** A line may appear some time after its own timestamp. */
const OVERLAP_MS = 3_600_000;

/**
 * Stores the movements of the acquirer's account since the last complete reading. An incomplete reading keeps the lines that it
 * has read, and the next one begins at the same time.
 */
export async function collectLines({ database, card, log }: CollectContext): Promise<void> {
  const source = `acquirer:${card.id}`;
  const since = await findReadingStart(database, source, OVERLAP_MS);
  if (!since) return;
  const begun = await database.now();
  let page: string | undefined;
  do {
    const answer = await card.listBalanceLines({ since, page });
    if (answer.kind !== 'ok') {
      log.warn(
        { outcome: answer.kind },
        "the acquirer's account could not be read; it is read again from the same time",
      );
      return;
    }
    await insertLines(database, card.id, answer.value.lines);
    page = answer.value.nextPage;
  } while (page !== undefined);
  await saveReadingEnd(database, source, begun);
}
