import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import { markRead, readFrom } from '../readingStore.ts';
import { insertLines } from './acquirerLineStore.ts';

type CollectContext = {
  readonly database: Database;
  readonly card: Pick<CardAcquirer, 'id' | 'listBalanceLines'>;
  readonly log: Log;
};

/** A line may show a little after the time that it bears. */
const OVERLAP_MS = 3_600_000;

/**
 * Keeps what has moved the acquirer's account since the last reading that came to its end. One that breaks off keeps what it
 * has seen and begins at the same time again.
 */
export async function collectLines({ database, card, log }: CollectContext): Promise<void> {
  const source = `acquirer:${card.id}`;
  const since = await readFrom(database, source, OVERLAP_MS);
  if (!since) return;
  const begun = await database.now();
  let page: string | undefined;
  do {
    const answer = await card.listBalanceLines({ since, page });
    if (answer.kind !== 'ok') {
      log.warn({ outcome: answer.kind }, "the acquirer's account was not read");
      return;
    }
    await insertLines(database, card.id, answer.value.lines);
    page = answer.value.nextPage;
  } while (page !== undefined);
  await markRead(database, source, begun);
}
