import {
  add,
  type Decimal,
  formatDecimal,
  parseDecimal,
  parseSignedDecimal,
  trimZeros,
} from '@slipway/money/decimal.ts';
import { BudgetSpentError } from '../../callBudget.ts';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type {
  MovementPage,
  MovementRequest,
  VenueAccount,
  VenueMovement,
  VenueWithdrawal,
  WithdrawRefusal,
  WithdrawRequest,
} from '../venueAccount.ts';
import { type BalanceChange, readBalanceChanges } from './balanceChanges.ts';
import type { KrakenWithdrawal } from './krakenAnswers.ts';
import type { KrakenClient } from './krakenClient.ts';
import { KRAKEN_WITHDRAWAL_STATUSES, toUnavailable, toWithdrawalFailure } from './map.ts';

/** Types of ledger lines that are not movements: trades are reported by their orders. */
const TRADES: ReadonlySet<string> = new Set(['trade']);

/** https://docs.kraken.com/api-reference/account-data/get-ledgers-info, `type`. */
const KINDS: Readonly<Record<string, VenueMovement['kind']>> = { deposit: 'deposit', withdrawal: 'withdrawal' };

const ZERO: Decimal = { coefficient: 0n, scale: 0 };

/** Kraken's names of the networks, by their id in the product (WithdrawMethods, `network`). */
const NETWORKS: Readonly<Record<string, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  base: 'Base',
  polygon: 'Polygon',
  arbitrum: 'Arbitrum One',
  optimism: 'Optimism',
};

/** Creates access to the account at Kraken except trades: balances, movements and withdrawals. */
export function createKrakenFunding(client: KrakenClient): VenueAccount {
  return {
    async getBalances() {
      try {
        const balances = new Map<string, Decimal>();
        for (const [asset, amount] of Object.entries(await client.balances())) {
          const currency = await client.findCode(asset);
          balances.set(currency, add(balances.get(currency) ?? ZERO, parseDecimal(amount)));
        }
        return ok([...balances].map(([currency, amount]) => ({ currency, amount })));
      } catch (error) {
        return toUnavailable(error);
      }
    },

    async listMovements(request) {
      try {
        return await listMovements(client, request);
      } catch (error) {
        return toUnavailable(error);
      }
    },

    withdraw: (request) => withdraw(client, request),

    async listWithdrawals({ currency, since }) {
      try {
        const asset = await client.findAsset(currency);
        if (asset === undefined) return ok([]);
        const found = await client.withdrawals(asset, Math.floor(since.getTime() / 1000));
        return ok(found.map((withdrawal) => readWithdrawal(currency, withdrawal)));
      } catch (error) {
        return toUnavailable(error);
      }
    },
  };
}

/** Returns all movements in one page, since the two lines of an internal transfer may be on two pages of Kraken. */
async function listMovements(client: KrakenClient, { since }: MovementRequest): Promise<Outcome<MovementPage>> {
  // The start is exclusive at Kraken.
  const start = Math.floor(since.getTime() / 1000) - 1;
  const lines = await client.lines(start);
  if (!lines) return { kind: 'pending' };
  const changes = await readBalanceChanges(client, lines);
  return ok({ movements: changes.filter(({ line }) => !TRADES.has(line.type)).map(readMovement) });
}

function readMovement({ id, line, currency }: BalanceChange): VenueMovement {
  return {
    movementId: id,
    kind: (Object.hasOwn(KINDS, line.type) && KINDS[line.type]) || 'other',
    vendorType: line.subtype === '' ? line.type : `${line.type}:${line.subtype}`,
    currency,
    amount: parseSignedDecimal(line.amount),
    fee: parseSignedDecimal(line.fee),
    reference: line.refid,
    at: new Date(line.time * 1000),
  };
}

/** Withdraws to an address. Kraken sends only to addresses that the owner has added, each under a name. */
async function withdraw(
  client: KrakenClient,
  { currency, network, address, amount, mayStillSend }: WithdrawRequest,
): Promise<Outcome<{ readonly withdrawalId: string }, WithdrawRefusal | 'superseded'>> {
  let key: string | undefined;
  let asset: string | undefined;
  try {
    asset = await client.findAsset(currency);
    key = asset === undefined ? undefined : await findAddressKey(client, asset, network, address);
  } catch (error) {
    return toUnavailable(error);
  }
  if (asset === undefined) return refused('invalid_request', `Kraken lists no ${currency}`);
  if (key === undefined)
    return refused('address_not_known', `set ${address} up at Kraken, for ${currency} on ${network}, and confirm it`);
  let maySend = false;
  const checkMaySend = async () => {
    maySend = await mayStillSend();
    return maySend;
  };
  try {
    // Coins have more decimals than Kraken accepts; it rejects extra digits even if they are zeros.
    const withdrawalId = await client.withdraw(
      { asset, key, address, amount: trimZeros(formatDecimal(amount)) },
      checkMaySend,
    );
    return withdrawalId === undefined ? refused('superseded') : ok({ withdrawalId });
  } catch (error) {
    if (error instanceof BudgetSpentError) return toUnavailable(error);
    if (!maySend) throw error;
    return toWithdrawalFailure(error);
  }
}

async function findAddressKey(
  client: KrakenClient,
  asset: string,
  network: string,
  address: string,
): Promise<string | undefined> {
  const krakenNetwork = Object.hasOwn(NETWORKS, network) ? NETWORKS[network] : undefined;
  if (krakenNetwork === undefined) return undefined;
  const methods = await client.withdrawMethods(asset);
  const onNetwork = new Set(methods.filter((method) => method.network === krakenNetwork).map(({ method }) => method));
  const known = await client.withdrawAddresses(asset);
  return known.find(
    (found) => found.verified && onNetwork.has(found.method) && isSameWithdrawAddress(found.address, address),
  )?.key;
}

/** Compares EVM addresses without case, which is only a checksum, and all others exactly: base58 is case-sensitive. */
function isSameWithdrawAddress(one: string, other: string): boolean {
  return /^0x/i.test(one) ? one.toLowerCase() === other.toLowerCase() : one === other;
}

function readWithdrawal(currency: string, { txid, fee, ...withdrawal }: KrakenWithdrawal): VenueWithdrawal {
  return {
    withdrawalId: withdrawal.refid,
    status:
      (Object.hasOwn(KRAKEN_WITHDRAWAL_STATUSES, withdrawal.status) && KRAKEN_WITHDRAWAL_STATUSES[withdrawal.status]) ||
      'pending',
    currency,
    address: withdrawal.info ?? '',
    amount: parseDecimal(withdrawal.amount),
    fee: parseDecimal(fee ?? '0'),
    ...(txid ? { transactionId: txid } : {}),
    at: new Date(withdrawal.time * 1000),
  };
}
