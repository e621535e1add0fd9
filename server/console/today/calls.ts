import { listHalts } from '../../ledger/haltStore.ts';
import { countUnread } from '../../notification/mentions/mentionStore.ts';
import { openRequests } from '../../operator/requestStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { isAboutSigner } from '../treasury/signerActs.ts';
import { isOfTreasury } from '../treasury/treasuryPage.ts';
import { alertPage } from './alertPage.ts';
import { readQueue } from './queue.ts';
import { todayPage } from './todayPage.ts';

const REVIEWED: readonly string[] = ['hold', 'review', 'dispute', 'unallocated'];

/** What needs a person. */
export function todayCalls(context: ConsoleContext): ConsoleHandlersOf<'today' | 'counts' | 'alert'> {
  const { database, settings } = context;
  return {
    today: (input, { person }) => todayPage(context, input, person),
    alert: ({ id }, { person }) => alertPage(context, id, person),
    counts: async (_input, { person }) => {
      const [{ items }, requests, halts, mentions] = await Promise.all([
        readQueue(database, settings()),
        openRequests(database),
        listHalts(database),
        countUnread(database, person.name),
      ]);
      const waiting = requests.filter(({ status }) => status === 'waiting');
      return {
        today: items.length,
        reviews: items.filter(({ kind }) => REVIEWED.includes(kind)).length,
        treasury: waiting.filter((request) => isOfTreasury(request) || isAboutSigner(request)).length,
        reconciliation: items.filter(({ kind }) => kind === 'difference').length,
        requests: waiting.length,
        mentions,
        halted: halts.length > 0,
      };
    },
  };
}
