import { ok } from '../outcome.ts';
import type { BankExchange } from './bankPort.ts';
import type { TransferRefusal, TransferRelease } from './transferRelease.ts';

/** Creates a release that sends every file without verification. Its `clear` refuses the refunds in `refuses`. */
export function createUnverifiedRelease({
  sendTransfers,
}: Pick<BankExchange, 'sendTransfers'>): TransferRelease & { readonly refuses: Map<string, TransferRefusal> } {
  const refuses = new Map<string, TransferRefusal>();
  return {
    refuses,
    clear: async (refunds) => ok(new Map([...refuses].filter(([refused]) => refunds.some(({ id }) => id === refused)))),
    async release(batchId, file) {
      await sendTransfers(`${batchId}.xml`, file);
      return ok(new Map());
    },
  };
}
