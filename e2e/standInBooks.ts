import { z } from 'zod';
import { localTokens } from '../sandbox/chains/tokens.ts';
import { VENUE_ASSET } from '../server/ledger/posting.ts';
import type { BooksQuery } from './booksQuery.ts';
import type { Desk } from './desk.ts';
import { expect } from './world.ts';

const standIns = z.object({
  stripe: z.object({
    payments: z.array(
      z.object({
        currency: z.string(),
        captured: z.number(),
        refunded: z.number(),
        fee: z.number(),
        feeCurrency: z.string().nullable(),
      }),
    ),
    disputes: z.array(z.object({ currency: z.string(), gone: z.number() })),
  }),
  kraken: z.object({
    balances: z.record(z.string(), z.string()),
    ledger: z.array(z.object({ refid: z.string(), type: z.string(), asset: z.string(), amount: z.string() })),
  }),
  bank: z.object({ balances: z.record(z.string(), z.string()) }),
  chains: z.record(z.string(), z.object({ balances: z.record(z.string(), z.string()) })),
});

type StandIns = z.infer<typeof standIns>;

/** Exact: an integer count of the eighteenth decimal. */
const SCALE = 18;

export function exact(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

/** What the acquirer, the bank, the exchange and the chains say equals what the ledger says, to the smallest unit. */
export async function expectBooksEqualLedger(desk: Desk, books: BooksQuery): Promise<void> {
  const rows = await books.rows<{ account: string; asset: string; units: string }>(
    "select account, asset, sum(units)::text as units from ledger_postings where account in ('asset:acquirer', 'asset:bank', 'asset:venue', 'asset:wallet') group by 1, 2",
  );
  // At the exchange a coin has one balance, whatever networks it is delivered on.
  const kept = merged(
    rows.map(({ account, asset, units }): [string, bigint] => [holdingName(account, asset), atScale(asset, units)]),
  );
  expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(await standInHoldings(desk)));
}

/** What lies where by the word of whoever keeps it, as `asset:wallet base USDC`, in counts of the eighteenth decimal; not what is nothing. */
export async function standInHoldings(desk: Desk): Promise<ReadonlyMap<string, bigint>> {
  const told = standIns.parse(await desk.books());
  return new Map([...acquirerBooks(told), ...bankBooks(told), ...venueBooks(told), ...walletBooks(told)]);
}

/** Counted at eight digits: currencies, and what a venue alone knows. */
const COUNTED_AS_FIAT = ['iso4217:', VENUE_ASSET];

/** How the stand-ins' books call an asset of one of our accounts. */
export function holdingName(account: string, asset: string): string {
  return `${account} ${shortName(account, asset)}`;
}

/** The ledger's units in the scale of {@link exact}. */
export function atScale(asset: string, units: string): bigint {
  return COUNTED_AS_FIAT.some((beginning) => asset.startsWith(beginning)) ? BigInt(units) * 10n ** 10n : BigInt(units);
}

const networks: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:8453': 'base',
  'eip155:137': 'polygon',
};

/** The ledger's CAIP-19 ids in the words of the stand-ins. */
function shortName(account: string, asset: string): string {
  for (const beginning of COUNTED_AS_FIAT) if (asset.startsWith(beginning)) return asset.slice(beginning.length);
  const [chain = '', reference = ''] = asset.split('/');
  const network = networks[chain] ?? 'bitcoin';
  const symbol = symbols[reference.toLowerCase()] ?? reference;
  return account === 'asset:venue'
    ? symbol === 'cbBTC' || symbol === 'WBTC'
      ? 'BTC'
      : symbol
    : `${network} ${symbol}`;
}

const symbols: Readonly<Record<string, string>> = {
  'slip44:0': 'BTC',
  'slip44:60': 'ETH',
  'slip44:966': 'POL',
  ...Object.fromEntries(localTokens.map(({ contract, symbol }) => [`erc20:${contract.toLowerCase()}`, symbol])),
};

function merged(entries: Iterable<[string, bigint]>): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [name, units] of entries) sums.set(name, (sums.get(name) ?? 0n) + units);
  return new Map([...sums].filter(([, units]) => units !== 0n));
}

const minorDigits: Readonly<Record<string, number>> = { jpy: 0, krw: 0 };

function acquirerBooks({ stripe }: StandIns): Map<string, bigint> {
  const movements = [
    ...stripe.payments.map(({ currency, captured, refunded, fee }) => ({ currency, units: captured - refunded - fee })),
    ...stripe.disputes.map(({ currency, gone }) => ({ currency, units: -gone })),
  ];
  return merged(
    movements.map(({ currency, units }) => [
      `asset:acquirer ${currency.toUpperCase()}`,
      BigInt(units) * 10n ** BigInt(SCALE - (minorDigits[currency] ?? 2)),
    ]),
  );
}

/** The operator's account, which began empty. */
function bankBooks({ bank }: StandIns): Map<string, bigint> {
  return merged(Object.entries(bank.balances).map(([currency, amount]) => [`asset:bank ${currency}`, exact(amount)]));
}

const krakenNames: Readonly<Record<string, string>> = { ZEUR: 'EUR', ZUSD: 'USD', XXBT: 'BTC', XETH: 'ETH' };

/** What was paid in when the account was opened lay there before the books began; what came later is in them. */
function venueBooks({ kraken }: StandIns): Map<string, bigint> {
  const [first] = kraken.ledger;
  const opening = kraken.ledger
    .filter(({ refid }) => refid === first?.refid)
    .map(({ asset, amount }) => [asset, -exact(amount)] as const);
  const now = Object.entries(kraken.balances).map(([asset, amount]) => [asset, exact(amount)] as const);
  return merged([...opening, ...now].map(([asset, units]) => [`asset:venue ${krakenNames[asset] ?? asset}`, units]));
}

/** The treasury's wallets, which began empty: the ledger has what the faucet has sent. */
function walletBooks({ chains }: StandIns): Map<string, bigint> {
  return merged(
    Object.entries(chains).flatMap(([network, { balances }]) =>
      Object.entries(balances).map(([symbol, amount]): [string, bigint] => [
        `asset:wallet ${network} ${symbol}`,
        exact(amount),
      ]),
    ),
  );
}
