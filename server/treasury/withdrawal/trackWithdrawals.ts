import type { Chains } from '../../providers/chain/chains.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { saveOwnAddress } from './allowedAddressStore.ts';
import { bookArrivedWithdrawals } from './bookArrivedWithdrawals.ts';
import { raiseWithdrawalAlert } from './raiseWithdrawalAlert.ts';
import { type SendContext, sendWithdrawals } from './sendWithdrawals.ts';
import { findLateWithdrawals, LATE_HOURS } from './withdrawalStore.ts';

export type WithdrawalTrackingContext = SendContext & { readonly chains: Chains; readonly catalog: Catalog };

/**
 * Stores the treasury's own addresses, sends requested withdrawals, books those that have arrived, and raises an alert
 * about late ones.
 */
export async function trackWithdrawals(context: WithdrawalTrackingContext): Promise<void> {
  for (const { network, treasuryAddress, traits } of context.chains.values()) {
    const address = traits.toComparableAddress(treasuryAddress);
    await saveOwnAddress(context.database, { network, address, written: treasuryAddress });
  }
  await sendWithdrawals(context);
  await bookArrivedWithdrawals(context);
  for (const withdrawal of await findLateWithdrawals(context.database, LATE_HOURS)) {
    const { transactionId } = withdrawal;
    await raiseWithdrawalAlert(context.database, withdrawal, 'late', transactionId ?? 'the exchange has not sent it');
  }
}
