import { type Decimal, formatDecimal, multiply, rescale } from '@slipway/money/decimal.ts';
import { LEDGER_FIAT_SCALE, ledgerScale } from '../../ledger/posting.ts';
import type { Catalog, Crypto } from '../../purchase/catalog/catalog.ts';
import { findFiatRate, findReferencePrice, type PriceBook } from '../../purchase/quote/priceBook.ts';
import { buildVenueCoinId } from '../../reconciliation/describeAsset.ts';
import { FIAT_PREFIX, parseFiatCode } from '../../reconciliation/fiat.ts';

const EUR = 'EUR';
const CENTS = 2;

/** The prices by which assets are valued in euros. */
export type Pricing = {
  readonly catalog: Pick<Catalog, 'cryptos'>;
  readonly prices: PriceBook;
  /** The age of prices is measured by the machine's clock. */
  readonly machineNow: Date;
};

/** An amount of an asset, in the ledger's scale. */
export type Holding = { readonly asset: string; readonly units: bigint };

/** A sum in euros at the ledger's scale. Assets in `unpriced` count as zero in it. */
export type EuroSum = { readonly units: bigint; readonly unpriced: readonly string[] };

/** Returns the value in euros at the ledger's scale, rounded towards zero; undefined if there is no current price. */
export function computeEuroValue(
  { catalog, prices, machineNow }: Pricing,
  { asset, units }: Holding,
): bigint | undefined {
  if (units === 0n) return 0n;
  const price = asset.startsWith(FIAT_PREFIX)
    ? findFiatRate(prices, parseFiatCode(asset), EUR, machineNow)
    : findCoinPrice(findCrypto(catalog, asset), prices, machineNow);
  if (!price) return undefined;
  const worth = multiply({ coefficient: abs(units), scale: ledgerScale(asset) }, price);
  const euros = rescale(worth, LEDGER_FIAT_SCALE, 'down').coefficient;
  return units < 0n ? -euros : euros;
}

function findCoinPrice(crypto: Crypto | undefined, prices: PriceBook, machineNow: Date): Decimal | undefined {
  return crypto && findReferencePrice(prices, crypto.marketBase, EUR, machineNow)?.mid;
}

function findCrypto({ cryptos }: Pricing['catalog'], asset: string): Crypto | undefined {
  return [...cryptos.values()].find((crypto) => crypto.asset.id === asset || buildVenueCoinId(crypto) === asset);
}

/** Sums holdings in euros. Holdings without a price are listed, not estimated. */
export function sumInEuro(pricing: Pricing, holdings: readonly Holding[]): EuroSum {
  let units = 0n;
  const unpriced = new Set<string>();
  for (const holding of holdings) {
    const worth = computeEuroValue(pricing, holding);
    if (worth === undefined) unpriced.add(holding.asset);
    else units += worth;
  }
  return { units, unpriced: [...unpriced].toSorted() };
}

/** Formats euros at the ledger's scale to the cent, rounded towards zero. */
export function formatLedgerEuros(units: bigint): string {
  const { coefficient } = rescale({ coefficient: abs(units), scale: LEDGER_FIAT_SCALE }, CENTS, 'down');
  return `${units < 0n && coefficient !== 0n ? '-' : ''}${formatDecimal({ coefficient, scale: CENTS })}`;
}

function abs(units: bigint): bigint {
  return units < 0n ? -units : units;
}
