import type { Chains } from '../../providers/chain/chains.ts';
import { listOwnAddress } from './addressStore.ts';
import { type SendContext, sendWithdrawals } from './sendWithdrawals.ts';

export type FollowContext = SendContext & { readonly chains: Chains };

/** Lists the treasury's own addresses, and looks after every withdrawal from the venue. */
export async function followWithdrawals(context: FollowContext): Promise<void> {
  for (const { network, treasuryAddress, traits } of context.chains.values()) {
    const address = traits.foldAddress(treasuryAddress);
    await listOwnAddress(context.database, { network, address, written: treasuryAddress });
  }
  await sendWithdrawals(context);
}
