import { type Decimal, formatDecimal, multiply, rescale } from '@slipway/money/decimal.ts';
import { LEDGER_FIAT_SCALE, ledgerScale } from '../../ledger/posting.ts';
import type { Catalog, Crypto } from '../../purchase/catalog/catalog.ts';
import { fiatRate, type PriceBook, referencePrice } from '../../purchase/quote/priceBook.ts';
import { coinOf } from '../../reconciliation/describeAsset.ts';
import { FIAT, fiatCodeOf } from '../../reconciliation/fiat.ts';

const EUR = 'EUR';
const CENTS = 2;

/** By what things are worth something in euros at this moment. */
export type Pricing = {
  readonly catalog: Pick<Catalog, 'cryptos'>;
  readonly prices: PriceBook;
  /** Prices keep the machine's time. */
  readonly machineNow: Date;
};

/** So much of an asset, in the ledger's digits. */
export type Holding = { readonly asset: string; readonly units: bigint };

/** In euros at the ledger's digits; `unpriced` is in it with nothing, and said. */
export type EuroSum = { readonly units: bigint; readonly unpriced: readonly string[] };

/** What a holding is worth in euros, in the ledger's digits; undefined where nothing prices it now. */
export function euroWorth({ catalog, prices, machineNow }: Pricing, { asset, units }: Holding): bigint | undefined {
  if (units === 0n) return 0n;
  const price = asset.startsWith(FIAT)
    ? fiatRate(prices, fiatCodeOf(asset), EUR, machineNow)
    : coinPrice(cryptoOf(catalog, asset), prices, machineNow);
  if (!price) return undefined;
  const worth = multiply({ coefficient: abs(units), scale: ledgerScale(asset) }, price);
  const euros = rescale(worth, LEDGER_FIAT_SCALE, 'down').coefficient;
  return units < 0n ? -euros : euros;
}

function coinPrice(crypto: Crypto | undefined, prices: PriceBook, machineNow: Date): Decimal | undefined {
  return crypto && referencePrice(prices, crypto.marketBase, EUR, machineNow)?.mid;
}

function cryptoOf({ cryptos }: Pricing['catalog'], asset: string): Crypto | undefined {
  return [...cryptos.values()].find((crypto) => crypto.asset.id === asset || coinOf(crypto) === asset);
}

/** Of what has no price no part is guessed. */
export function sumInEuro(pricing: Pricing, holdings: readonly Holding[]): EuroSum {
  let units = 0n;
  const unpriced = new Set<string>();
  for (const holding of holdings) {
    const worth = euroWorth(pricing, holding);
    if (worth === undefined) unpriced.add(holding.asset);
    else units += worth;
  }
  return { units, unpriced: [...unpriced].toSorted() };
}

/** Of the ledger's digits to the cent, towards zero. */
export function euroText(units: bigint): string {
  const { coefficient } = rescale({ coefficient: abs(units), scale: LEDGER_FIAT_SCALE }, CENTS, 'down');
  return `${units < 0n && coefficient !== 0n ? '-' : ''}${formatDecimal({ coefficient, scale: CENTS })}`;
}

function abs(units: bigint): bigint {
  return units < 0n ? -units : units;
}
