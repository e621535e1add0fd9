import { findEntryKey } from '../../ledger/entryKeyStore.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { type Database, isUniqueViolation } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { readTransactionTime } from '../../purchase/order/orderStore.ts';
import { buildDepositEntry } from './buildDepositEntry.ts';
import { raiseWithdrawalAlert } from './raiseWithdrawalAlert.ts';
import { findSentWithdrawals, updateWithdrawalStatus, type Withdrawal } from './withdrawalStore.ts';

export type ArrivalContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly chains: Chains;
  readonly log: Log;
};

/** Books sent withdrawals into the wallet once they are final on their chain. Those to other addresses end without a booking. */
export async function bookArrivedWithdrawals(context: ArrivalContext): Promise<void> {
  for (const withdrawal of await findSentWithdrawals(context.database)) {
    try {
      const network = context.catalog.networks.find(({ id }) => id === withdrawal.network);
      const chain = network && context.chains.get(network.chain);
      if (chain) await bookArrivedWithdrawal(context.database, chain, withdrawal);
    } catch (error) {
      context.log.error(
        { error, withdrawal: withdrawal.id },
        'it is unknown whether a withdrawal has arrived on its chain; the chain is queried again',
      );
    }
  }
}

async function bookArrivedWithdrawal(database: Database, chain: Chain, withdrawal: Withdrawal): Promise<void> {
  const { id, address, amount, transactionId } = withdrawal;
  const { toComparableAddress } = chain.traits;
  // Sent to an address other than the treasury's: only the operator knows where the coins are now.
  if (toComparableAddress(address) !== toComparableAddress(chain.treasuryAddress)) {
    await updateWithdrawalStatus(database, id, 'sent', {
      status: 'arrived',
      result: 'sent to an address outside the treasury',
    });
    return;
  }
  const incoming = await chain.getIncoming(transactionId ?? '', amount.asset);
  if (incoming.kind !== 'ok' || !incoming.value.final) return;
  if (incoming.value.units === 0n)
    return raiseWithdrawalAlert(database, withdrawal, 'not_arrived', transactionId ?? '');
  const deposit = { network: chain.network, transactionId: transactionId ?? '', asset: amount.asset };
  const entry = buildDepositEntry({ ...deposit, units: incoming.value.units }, 'asset:transit');
  await database
    .transaction(async (transaction) => {
      if (!(await updateWithdrawalStatus(transaction, id, 'sent', { status: 'arrived' }))) return;
      const key = await findEntryKey(transaction, entry.key);
      await postEntry(transaction, { ...entry, key }, null, await readTransactionTime(transaction));
    })
    .catch(async (error: unknown) => {
      if (!isUniqueViolation(error, 'ledger_transactions_key_key')) throw error;
      // A person, or another withdrawal in the same transaction, has booked it.
      await updateWithdrawalStatus(database, id, 'sent', { status: 'arrived', result: 'already booked' });
    });
}
