import type { Chains } from '../../providers/chain/chains.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { listOwnAddress } from './addressStore.ts';
import { alertOfWithdrawal } from './alertOfWithdrawal.ts';
import { type SendContext, sendWithdrawals } from './sendWithdrawals.ts';
import { settleArrivals } from './settleArrivals.ts';
import { LATE_HOURS, lateWithdrawals } from './withdrawalStore.ts';

export type FollowContext = SendContext & { readonly chains: Chains; readonly catalog: Catalog };

/** Lists the treasury's own addresses, and looks after every withdrawal from the venue until its coins are there. */
export async function followWithdrawals(context: FollowContext): Promise<void> {
  for (const { network, treasuryAddress, traits } of context.chains.values()) {
    const address = traits.foldAddress(treasuryAddress);
    await listOwnAddress(context.database, { network, address, written: treasuryAddress });
  }
  await sendWithdrawals(context);
  await settleArrivals(context);
  for (const withdrawal of await lateWithdrawals(context.database, LATE_HOURS)) {
    const { transactionId } = withdrawal;
    await alertOfWithdrawal(context.database, withdrawal, 'late', transactionId ?? 'the venue has not sent it');
  }
}
