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
  /** The pair's short name. */
  readonly pair: string;
  readonly type: 'buy' | 'sell';
  readonly orderType: 'limit' | 'market';
  readonly limitPrice: string;
  readonly volume: string;
  readonly executed: string;
  readonly cost: string;
  /**
   * An estimate in the quote currency, whatever `flags` ask for and whichever currency it was taken in: the ledger has the
   * truth (https://support.kraken.com/articles/360001184886, `fee`).
   */
  readonly fee: string;
  readonly averagePrice: string;
  readonly flags: string;
  readonly status: 'open' | 'closed' | 'canceled';
  readonly reason: string | null;
  /** Epoch seconds. */
  readonly openedAt: number;
  /** 0 while it is open. */
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

/** One movement of one asset; what it changed the balance by is `amount` less `fee`. */
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

/** An address that the account's owner has set up: withdrawals go nowhere else. */
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
  /** What arrives: the fee was taken out of what was asked for. */
  readonly amount: string;
  readonly fee: string;
  /** Epoch seconds. */
  readonly time: number;
  txid: string | null;
  status: 'Initial' | 'Pending' | 'Success' | 'Failure';
};

export type KrakenBooks = {
  sequence: number;
  balances: Record<string, string>;
  orders: KrakenOrder[];
  trades: KrakenTrade[];
  ledger: KrakenLedgerEntry[];
  addresses: KrakenAddress[];
  withdrawals: KrakenWithdrawal[];
};

/**
 * Paid in a month before the world begins: enough for years of purchases. So it lay there before the books began, as with an
 * operator who has had the account for long, and is part of what the comparison opens with. What people moved in the week before
 * is no part of it: it may still be booked (`server/reconciliation/compare.ts`).
 */
const OPENING_BALANCES: Readonly<Record<string, string>> = {
  ZEUR: '25000000.00000',
  ZUSD: '25000000.00000',
  KFEE: '10000000.00',
};

const OPENED_BEFORE_SECONDS = 30 * 24 * 60 * 60;

export async function openKrakenAccount(world: World, file: string): Promise<Books<KrakenBooks>> {
  const books = openBooks<KrakenBooks>(file, {
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
      const time = epochSeconds(world.clock.now()) - OPENED_BEFORE_SECONDS;
      const refid = nextId(state, 'Q');
      for (const [asset, amount] of Object.entries(OPENING_BALANCES)) {
        enter(state, { refid, time, type: 'deposit', asset, amount, fee: '0' });
      }
    });
  }
  return books;
}

/** Writes a line of the ledger, rounded to the asset's digits, and moves the balance by it. */
export function enter(
  state: KrakenBooks,
  line: Pick<KrakenLedgerEntry, 'refid' | 'time' | 'type' | 'subtype' | 'asset' | 'amount' | 'fee'>,
): void {
  const decimals = assetDecimals(line.asset);
  const [before, amount, fee] = [state.balances[line.asset] ?? '0', line.amount, line.fee].map((text) =>
    multiplyRounded(toFixedPoint(text), ONE, decimals),
  ) as [bigint, bigint, bigint];
  const balance = fromFixedPoint(before + amount - fee, decimals);
  state.balances[line.asset] = balance;
  state.ledger.push({
    id: nextId(state, 'L'),
    ...line,
    amount: fromFixedPoint(amount, decimals),
    fee: fromFixedPoint(fee, decimals),
    balance,
  });
}

function assetDecimals(id: string): number {
  const asset = krakenAssets.find((candidate) => candidate.id === id);
  if (!asset) throw new Error(`the account knows no asset ${id}`);
  return asset.decimals;
}

/** An id in Kraken's form, `OABCDE-ABCDE-ABCDEF`; the letter says what it names. */
export function nextId(state: KrakenBooks, letter: 'O' | 'T' | 'L' | 'Q' | 'F' | 'E'): string {
  state.sequence += 1;
  const digest = createHash('sha256').update(`slipway-sandbox-${state.sequence}`).digest();
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const text = Array.from(digest.subarray(0, 16), (byte) => alphabet[byte % 32]).join('');
  return `${letter}${text.slice(0, 5)}-${text.slice(5, 10)}-${text.slice(10, 16)}`;
}

/** Kraken's times: seconds with a fraction. */
export function epochSeconds(at: Date): number {
  return at.getTime() / 1000;
}
