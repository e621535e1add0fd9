import { keyOfFact } from '../../ledger/entryKeyStore.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { type Database, isUniqueViolation } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import { alertOfWithdrawal } from './alertOfWithdrawal.ts';
import { walletDeposit } from './walletDeposit.ts';
import { moveWithdrawal, sentWithdrawals, type Withdrawal } from './withdrawalStore.ts';

export type ArrivalContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly chains: Chains;
  readonly log: Log;
};

/** What the venue has sent comes into the wallet when its chain takes it back no more. */
export async function settleArrivals(context: ArrivalContext): Promise<void> {
  for (const withdrawal of await sentWithdrawals(context.database)) {
    try {
      const network = context.catalog.networks.find(({ id }) => id === withdrawal.network);
      const chain = network && context.chains.get(network.chain);
      if (chain) await settle(context.database, chain, withdrawal);
    } catch (error) {
      context.log.error({ error, withdrawal: withdrawal.id }, 'a withdrawal was not looked for on its chain');
    }
  }
}

async function settle(database: Database, chain: Chain, withdrawal: Withdrawal): Promise<void> {
  const { id, address, amount, transactionId } = withdrawal;
  const { foldAddress } = chain.traits;
  // To an address that is not the treasury's: where it lies now is the operator's to say.
  if (foldAddress(address) !== foldAddress(chain.treasuryAddress)) {
    await moveWithdrawal(database, id, 'sent', { status: 'arrived', result: 'sent to an address beside the treasury' });
    return;
  }
  const incoming = await chain.getIncoming(transactionId ?? '', amount.asset);
  if (incoming.kind !== 'ok' || !incoming.value.final) return;
  if (incoming.value.units === 0n) return alertOfWithdrawal(database, withdrawal, 'nothing_came', transactionId ?? '');
  const deposit = { network: chain.network, transactionId: transactionId ?? '', asset: amount.asset };
  const entry = walletDeposit({ ...deposit, units: incoming.value.units }, 'asset:transit');
  await database
    .transaction(async (transaction) => {
      if (!(await moveWithdrawal(transaction, id, 'sent', { status: 'arrived' }))) return;
      const key = await keyOfFact(transaction, entry.key);
      await postEntry(transaction, { ...entry, key }, null, await transactionTime(transaction));
    })
    .catch(async (error: unknown) => {
      if (!isUniqueViolation(error, 'ledger_transactions_key_key')) throw error;
      // A person, or another withdrawal in the same transaction, has booked it.
      await moveWithdrawal(database, id, 'sent', { status: 'arrived', result: 'booked before' });
    });
}
