import { raiseLastingAlert, settleLastingAlert } from '../../../notification/alertStore.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Chain, FreeFunds } from '../../../providers/chain/chainPort.ts';
import type { Chains } from '../../../providers/chain/chains.ts';
import { type Catalog, type Crypto, getNativeAsset } from '../../catalog/catalog.ts';
import { findNetworkFeeUnits, type PriceBook } from '../../quote/priceBook.ts';
import { type FundsNeed, insertUnreadTreasury, listOpenNeeds, writeFunds } from '../../quote/treasuryFundsStore.ts';
import { listTreasuryClaims } from '../treasuryClaimStore.ts';

type TreasuryContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly chains: Chains;
  readonly prices: () => PriceBook;
  readonly log: Log;
};

/**
 * Reads and stores how much of each coin the treasury can still deliver, so that no more is offered. Raises an alert while a
 * coin is used up, below its floor or without funds for a network fee, and settles it afterwards.
 */
export async function collectTreasuryFunds(context: TreasuryContext): Promise<void> {
  await Promise.all(
    [...context.catalog.cryptos.values()].map(async (crypto) => {
      const chain = context.chains.get(crypto.network.chain);
      if (chain) await collectFundsOfCrypto(context, chain, crypto);
    }),
  );
}

async function collectFundsOfCrypto({ database, catalog, prices, log }: TreasuryContext, chain: Chain, crypto: Crypto) {
  const { asset } = crypto;
  // Read before the claims, so that a payout that is signed or mined meanwhile is deducted only once.
  const balances = await chain.readBalances(asset);
  if (balances.kind !== 'ok') {
    await insertUnreadTreasury(database, asset.id);
    const error = 'detail' in balances ? balances.detail : balances.kind;
    log.warn({ crypto: crypto.id, error }, 'the balance of a treasury could not be read');
    return;
  }
  const native = getNativeAsset(catalog, crypto.network);
  const getFee = (id: string) => findNetworkFeeUnits(prices(), id, new Date()) ?? 0n;
  const { free, needs } = await database.transaction(async (transaction) => ({
    free: chain.computeFreeFunds(asset, balances.value, await listTreasuryClaims(transaction, chain)),
    needs: await listOpenNeeds(transaction),
  }));
  const remaining = subtractNeeds(free, needs, {
    asset: asset.id,
    native: native.id,
    network: crypto.network.chain,
    getFee,
  });
  await writeFunds(database, {
    asset: asset.id,
    freeUnits: remaining.asset,
    nativeFreeUnits: remaining.native,
    observedAt: new Date(),
  });
  const key = `treasury_low:${asset.id}`;
  if (remaining.asset > 0n && remaining.asset >= crypto.treasuryFloorUnits && remaining.native >= getFee(asset.id))
    return settleLastingAlert(database, key);
  const facts = {
    crypto: crypto.id,
    address: chain.treasuryAddress,
    freeUnits: remaining.asset.toString(),
    nativeFreeUnits: remaining.native.toString(),
  };
  await database.transaction((transaction) =>
    raiseLastingAlert(transaction, { key, orderId: null, kind: 'treasury_low', facts }),
  );
}

/** Returns the free funds less the needs of all paid orders: their amounts, and a network fee for each order. Pure. */
export function subtractNeeds(
  free: FreeFunds,
  needs: readonly FundsNeed[],
  about: {
    readonly asset: string;
    readonly native: string;
    readonly network: string;
    readonly getFee: (asset: string) => bigint;
  },
): FreeFunds {
  const findUnits = (id: string) => needs.find((need) => need.asset === id)?.units ?? 0n;
  const fees = needs
    .filter(({ asset }) => asset.startsWith(`${about.network}/`))
    .reduce((sum, { asset, orders }) => sum + BigInt(orders) * about.getFee(asset), 0n);
  const native = free.native - findUnits(about.native) - fees;
  return { native, asset: about.asset === about.native ? native : free.asset - findUnits(about.asset) };
}
