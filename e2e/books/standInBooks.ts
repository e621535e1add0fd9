import { z } from 'zod';
import { evmNetworks, getPublicChainId } from '../../sandbox/chains/localNetworks.ts';
import { localTokens } from '../../sandbox/chains/tokens.ts';
import { VENUE_ASSET_PREFIX } from '../../server/ledger/posting.ts';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { expect } from '../world.ts';

const standInBooksSchema = z.object({
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
    payouts: z.array(
      z.object({
        id: z.string(),
        amount: z.number(),
        currency: z.string(),
        status: z.string(),
        lines: z.array(z.string()),
      }),
    ),
    lines: z.array(z.object({ id: z.string(), type: z.string(), amount: z.number(), fee: z.number() })),
  }),
  kraken: z.object({
    balances: z.record(z.string(), z.string()),
    ledger: z.array(z.object({ refid: z.string(), type: z.string(), asset: z.string(), amount: z.string() })),
  }),
  bank: z.object({ balances: z.record(z.string(), z.string()) }),
  chains: z.record(z.string(), z.object({ balances: z.record(z.string(), z.string()) })),
});

type StandInBooks = z.infer<typeof standInBooksSchema>;

/** Decimal places of amounts in this file: each is an integer, in units of 10^-18. */
const SCALE = 18;

export function parseScaledDecimal(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

/** Checks that the balances of the acquirer, the bank, the exchange and the chains equal the ledger's, to the smallest unit. */
export async function expectBooksEqualLedger(desk: SandboxClient, books: ReadOnlyDatabase): Promise<void> {
  const rows = await books.rows<{ account: string; asset: string; units: string }>(
    "select account, asset, sum(units)::text as units from ledger_postings where account in ('asset:acquirer', 'asset:bank', 'asset:venue', 'asset:wallet') group by 1, 2",
  );
  // The exchange has one balance per coin across its networks.
  const ledgerBalances = sumByName(
    rows.map(({ account, asset, units }): [string, bigint] => [
      buildHoldingName(account, asset),
      scaleLedgerUnits(asset, units),
    ]),
  );
  expect(Object.fromEntries(ledgerBalances)).toEqual(Object.fromEntries(await readStandInHoldings(desk)));
}

/** Returns the non-zero balances that the external accounts report, such as `asset:wallet base USDC`, in units of 10^-18. */
export async function readStandInHoldings(desk: SandboxClient): Promise<ReadonlyMap<string, bigint>> {
  const books = standInBooksSchema.parse(await desk.books());
  return new Map([
    ...computeAcquirerBalances(books),
    ...computeBankBalances(books),
    ...computeVenueBalances(books),
    ...computeWalletBalances(books),
  ]);
}

/** Prefixes of the assets that the ledger stores with eight decimal places: currencies, and assets that only a venue has. */
const EIGHT_DECIMAL_PREFIXES = ['iso4217:', VENUE_ASSET_PREFIX];

/** Returns the account and the stand-ins' name of the asset, such as `asset:wallet base USDC`. */
export function buildHoldingName(account: string, asset: string): string {
  return `${account} ${findStandInAssetName(account, asset)}`;
}

/** Converts the ledger's units to the scale of {@link SCALE}; the ledger's coins already have 18 decimal places. */
export function scaleLedgerUnits(asset: string, units: string): bigint {
  return EIGHT_DECIMAL_PREFIXES.some((prefix) => asset.startsWith(prefix)) ? BigInt(units) * 10n ** 10n : BigInt(units);
}

const networks: Readonly<Record<string, string>> = Object.fromEntries(
  evmNetworks.map((network) => [`eip155:${getPublicChainId(network)}`, network]),
);

/** Returns the stand-ins' name of an asset of the ledger. */
function findStandInAssetName(account: string, asset: string): string {
  for (const prefix of EIGHT_DECIMAL_PREFIXES) if (asset.startsWith(prefix)) return asset.slice(prefix.length);
  const [chain = '', reference = ''] = asset.split('/');
  const network = networks[chain] ?? 'bitcoin';
  const symbol = symbols[reference.toLowerCase()] ?? reference;
  // The exchange holds wrapped bitcoin as bitcoin.
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

function sumByName(entries: Iterable<[string, bigint]>): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [name, units] of entries) sums.set(name, (sums.get(name) ?? 0n) + units);
  return new Map([...sums].filter(([, units]) => units !== 0n));
}

const minorDigits: Readonly<Record<string, number>> = { jpy: 0, krw: 0 };

function computeAcquirerBalances({ stripe }: StandInBooks): Map<string, bigint> {
  const movements = [
    ...stripe.payments.map(({ currency, captured, refunded, fee }) => ({ currency, units: captured - refunded - fee })),
    ...stripe.disputes.map(({ currency, gone }) => ({ currency, units: -gone })),
    ...stripe.payouts
      .filter(({ status }) => status !== 'failed')
      .map(({ currency, amount }) => ({ currency, units: -amount })),
  ];
  return sumByName(
    movements.map(({ currency, units }) => [
      `asset:acquirer ${currency.toUpperCase()}`,
      BigInt(units) * 10n ** BigInt(SCALE - (minorDigits[currency] ?? 2)),
    ]),
  );
}

/** A payout of the acquirer with its lines; amounts in units of 10^-18. */
export type AcquirerPayout = {
  readonly id: string;
  readonly units: bigint;
  readonly lines: readonly {
    readonly id: string;
    readonly type: string;
    readonly units: bigint;
    readonly fee: bigint;
  }[];
};

/** Returns the payouts that the acquirer reports, each without the balance line of the payout itself. */
export async function readStandInPayouts(desk: SandboxClient): Promise<readonly AcquirerPayout[]> {
  const { stripe } = standInBooksSchema.parse(await desk.books());
  return stripe.payouts.map(({ id, amount, currency, lines }) => {
    const scaleUnits = (units: number) => BigInt(units) * 10n ** BigInt(SCALE - (minorDigits[currency] ?? 2));
    const payoutLines = stripe.lines.filter((line) => lines.includes(line.id) && line.type !== 'payout');
    return {
      id,
      units: scaleUnits(amount),
      lines: payoutLines.map((line) => ({ ...line, units: scaleUnits(line.amount), fee: scaleUnits(line.fee) })),
    };
  });
}

/** Returns the balances of the operator's account, which began empty. */
function computeBankBalances({ bank }: StandInBooks): Map<string, bigint> {
  return sumByName(
    Object.entries(bank.balances).map(([currency, amount]) => [`asset:bank ${currency}`, parseScaledDecimal(amount)]),
  );
}

const krakenNames: Readonly<Record<string, string>> = { ZEUR: 'EUR', ZUSD: 'USD', XXBT: 'BTC', XETH: 'ETH' };

/** Returns the venue's balances without the opening balance, which predates the books; later deposits are in the books. */
function computeVenueBalances({ kraken }: StandInBooks): Map<string, bigint> {
  const [first] = kraken.ledger;
  const opening = kraken.ledger
    .filter(({ refid }) => refid === first?.refid)
    .map(({ asset, amount }) => [asset, -parseScaledDecimal(amount)] as const);
  const now = Object.entries(kraken.balances).map(([asset, amount]) => [asset, parseScaledDecimal(amount)] as const);
  return sumByName([...opening, ...now].map(([asset, units]) => [`asset:venue ${krakenNames[asset] ?? asset}`, units]));
}

/** Returns the balances of the treasury's wallets, which began empty: the ledger includes what the faucet sent. */
function computeWalletBalances({ chains }: StandInBooks): Map<string, bigint> {
  return sumByName(
    Object.entries(chains).flatMap(([network, { balances }]) =>
      Object.entries(balances).map(([symbol, amount]): [string, bigint] => [
        `asset:wallet ${network} ${symbol}`,
        parseScaledDecimal(amount),
      ]),
    ),
  );
}
