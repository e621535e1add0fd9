import { findOpenRequests } from '../../action/requests/requestStore.ts';
import { listHalts } from '../../ledger/haltStore.ts';
import { countUnreadMentions } from '../../notification/mentions/mentionStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor } from '../gateway/consoleHandlers.ts';
import { isTreasuryRequest } from '../treasury/readTreasuryPage.ts';
import { isAboutSigner } from '../treasury/signerActions.ts';
import { readQueue } from './queue.ts';
import { readAlertPage } from './readAlertPage.ts';
import { readTodayPage } from './readTodayPage.ts';

const REVIEWED: readonly string[] = ['hold', 'review', 'dispute', 'unallocated'];

/** Handlers for Today: the queue, its counts, and alerts. */
export function todayCalls(context: ConsoleContext): ConsoleHandlersFor<'today' | 'counts' | 'alert'> {
  const { database, settings } = context;
  return {
    today: (input, { person }) => readTodayPage(context, input, person),
    alert: ({ id }, { person }) => readAlertPage(context, id, person),
    counts: async (_input, { person }) => {
      const [{ items }, requests, halts, mentions] = await Promise.all([
        readQueue(database, settings()),
        findOpenRequests(database),
        listHalts(database),
        countUnreadMentions(database, person.name),
      ]);
      const waiting = requests.filter(({ status }) => status === 'waiting');
      return {
        today: items.length,
        reviews: items.filter(({ kind }) => REVIEWED.includes(kind)).length,
        treasury: waiting.filter((request) => isTreasuryRequest(request) || isAboutSigner(request)).length,
        reconciliation: items.filter(({ kind }) => kind === 'difference').length,
        requests: waiting.length,
        mentions,
        halted: halts.length > 0,
      };
    },
  };
}
