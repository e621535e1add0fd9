import { createHash } from 'node:crypto';
import { type Books, openBooks } from '../world/books.ts';
import type { World } from '../world/standIn.ts';
import { fromFixedPoint, multiplyRounded, toFixedPoint } from './fixedPoint.ts';
import { krakenAssets } from './listings.ts';

const ONE = toFixedPoint('1');

export type KrakenOrder = {
  readonly txid: string;
  readonly clOrdId: string | null;
  readonly userref: number | null;
  /** The pair's altname. */
  readonly pair: string;
  readonly type: 'buy' | 'sell';
  readonly orderType: 'limit' | 'market';
  readonly limitPrice: string;
  readonly volume: string;
  readonly executed: string;
  readonly cost: string;
  /**
   * An estimate in the quote currency, regardless of `flags` and of the currency in which it was charged: the ledger has the
   * actual fee (https://support.kraken.com/articles/360001184886, `fee`).
   */
  readonly fee: string;
  readonly averagePrice: string;
  readonly flags: string;
  readonly status: 'open' | 'closed' | 'canceled';
  readonly reason: string | null;
  /** Epoch seconds. */
  readonly openedAt: number;
  /** Epoch seconds; 0 while the order is open. */
  readonly closedAt: number;
  readonly trades: readonly string[];
};

export type KrakenTrade = {
  readonly id: string;
  readonly txid: string;
  readonly pair: string;
  readonly type: 'buy' | 'sell';
  readonly time: number;
  readonly price: string;
  readonly cost: string;
  readonly fee: string;
  readonly volume: string;
};

/** One movement of one asset; it changes the balance by `amount` minus `fee`. */
export type KrakenLedgerEntry = {
  readonly id: string;
  readonly refid: string;
  readonly time: number;
  readonly type: 'deposit' | 'trade' | 'withdrawal' | 'staking' | 'earn';
  readonly subtype?: string;
  readonly asset: string;
  readonly amount: string;
  readonly fee: string;
  readonly balance: string;
};

/** A withdrawal address set up by the account's owner; withdrawals to other addresses are impossible. */
export type KrakenAddress = {
  readonly asset: string;
  readonly method: string;
  readonly address: string;
  readonly key: string;
  readonly verified: boolean;
};

export type KrakenWithdrawal = {
  readonly refid: string;
  readonly asset: string;
  readonly method: string;
  readonly network: string;
  readonly key: string;
  readonly address: string;
  /** Amount that arrives, after the fee is deducted from the requested amount. */
  readonly amount: string;
  readonly fee: string;
  /** Epoch seconds. */
  readonly time: number;
  txid: string | null;
  status: 'Initial' | 'Pending' | 'Success' | 'Failure';
};

export type KrakenState = {
  sequence: number;
  balances: Record<string, string>;
  orders: KrakenOrder[];
  trades: KrakenTrade[];
  ledger: KrakenLedgerEntry[];
  addresses: KrakenAddress[];
  withdrawals: KrakenWithdrawal[];
};

/**
 * Deposited a month before the sandbox's start and sufficient for years of purchases. Because the deposit is older than the
 * books, as for an operator with an old account, it is part of the opening of the reconciliation. Manual movements of the
 * week before are not, since they may still be booked (`server/reconciliation/compareSides.ts`).
 */
const OPENING_BALANCES: Readonly<Record<string, string>> = {
  ZEUR: '25000000.00000',
  ZUSD: '25000000.00000',
  KFEE: '10000000.00',
};

const OPENED_BEFORE_SECONDS = 30 * 24 * 60 * 60;

export async function openKrakenAccount(world: World, file: string): Promise<Books<KrakenState>> {
  const books = openBooks<KrakenState>(file, {
    sequence: 0,
    balances: {},
    orders: [],
    trades: [],
    ledger: [],
    addresses: [],
    withdrawals: [],
  });
  if (books.state.ledger.length === 0) {
    await books.commit((state) => {
      const time = toEpochSeconds(world.clock.now()) - OPENED_BEFORE_SECONDS;
      const refid = createKrakenId(state, 'Q');
      for (const [asset, amount] of Object.entries(OPENING_BALANCES)) {
        addLedgerEntry(state, { refid, time, type: 'deposit', asset, amount, fee: '0' });
      }
    });
  }
  return books;
}

/** Writes a ledger entry, rounded to the asset's digits, and changes the balance by it. */
export function addLedgerEntry(
  state: KrakenState,
  line: Pick<KrakenLedgerEntry, 'refid' | 'time' | 'type' | 'subtype' | 'asset' | 'amount' | 'fee'>,
): void {
  const decimals = getAssetDecimals(line.asset);
  const [before, amount, fee] = [state.balances[line.asset] ?? '0', line.amount, line.fee].map((text) =>
    multiplyRounded(toFixedPoint(text), ONE, decimals),
  ) as [bigint, bigint, bigint];
  const balance = fromFixedPoint(before + amount - fee, decimals);
  state.balances[line.asset] = balance;
  state.ledger.push({
    id: createKrakenId(state, 'L'),
    ...line,
    amount: fromFixedPoint(amount, decimals),
    fee: fromFixedPoint(fee, decimals),
    balance,
  });
}

function getAssetDecimals(id: string): number {
  const asset = krakenAssets.find((candidate) => candidate.id === id);
  if (!asset) throw new Error(`the account knows no asset ${id}`);
  return asset.decimals;
}

/** Returns a new id in Kraken's format, `OABCDE-ABCDE-ABCDEF`; the letter is the kind of object. */
export function createKrakenId(state: KrakenState, letter: 'O' | 'T' | 'L' | 'Q' | 'F' | 'E'): string {
  state.sequence += 1;
  const digest = createHash('sha256').update(`slipway-sandbox-${state.sequence}`).digest();
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const text = Array.from(digest.subarray(0, 16), (byte) => alphabet[byte % 32]).join('');
  return `${letter}${text.slice(0, 5)}-${text.slice(5, 10)}-${text.slice(10, 16)}`;
}

/** Converts to Kraken's time format: seconds with a fraction. */
export function toEpochSeconds(at: Date): number {
  return at.getTime() / 1000;
}
