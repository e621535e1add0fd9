import { getPayMethodTraits, payMethods } from '@slipway/contract/entities/payMethods.ts';
import { type Amount, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Catalog, CountryRules, Crypto, MethodTerms, Network, PayCurrency } from './catalog.ts';
import { CatalogError } from './catalogError.ts';
import type { CatalogRows, CountryRow, CryptoRow, CurrencyRow } from './catalogRows.ts';
import { hasNativeCoin, type NetworkRow, readNetworks } from './networkRows.ts';
import { type CatalogRestriction, capCountryLimit, disableUndeliverable, removeUnpayableMethods } from './offering.ts';

const EVERY_OTHER = '*';
const UNRESTRICTED_COUNTRY: CountryRules = { banned: false, citizensServed: true };

/** Builds the catalog from its rows. Throws {@link CatalogError}. */
export function buildCatalog(rows: CatalogRows, restriction?: CatalogRestriction): Catalog {
  const { offering, maximumEuroCents } = restriction ?? {};
  const networks = readNetworks(rows.networks);
  const cryptos = new Map(
    [...rows.cryptos].map(([id, row]) => [id, disableUndeliverable(buildCrypto(id, row, networks), offering)]),
  );
  const payCurrencies = new Map(
    [...rows.currencies].map(([code, row]) => [
      code,
      removeUnpayableMethods(buildPayCurrency(code, row, rows), rows.transferAccounts.get(code), offering),
    ]),
  );
  const countries = new Map(
    [...rows.countries].map(([code, row]) => [code, capCountryLimit(buildCountryRules(row), maximumEuroCents)]),
  );
  for (const name of rows.fees.keys()) {
    const code = name.split('/')[1] ?? '';
    if (!rows.currencies.has(code)) throw new CatalogError(`fee ${name}: there is no currency ${code}`);
  }
  requireDefaults(rows);
  const sellableNetworks = new Map([...networks].filter(([, network]) => hasNativeCoin(network, cryptos)));
  const others = countries.get(EVERY_OTHER) ?? capCountryLimit(UNRESTRICTED_COUNTRY, maximumEuroCents);
  return {
    networks: [...sortBestKnownFirst(sellableNetworks, ['bitcoin', 'ethereum', 'base', 'polygon']).values()],
    payCurrencies: sortBestKnownFirst(payCurrencies, ['EUR', 'USD', 'GBP', 'CHF', 'JPY']),
    cryptos: sortBestKnownFirst(cryptos, [rows.defaults.crypto, 'BTC', 'ETH', 'USDC', 'USDT']),
    transferAccounts: rows.transferAccounts,
    countryRules: (country) => countries.get(country) ?? others,
    defaultPayCurrency: rows.defaults.payCurrency,
    defaultCrypto: rows.defaults.crypto,
    defaultMethod: rows.defaults.method,
    operatorSells: offering?.own ?? true,
  };
}

function requireDefaults({ currencies, cryptos, defaults }: CatalogRows): void {
  if (!currencies.has(defaults.payCurrency))
    throw new CatalogError(`rule defaultPayCurrency: there is no currency ${defaults.payCurrency}`);
  if (!cryptos.has(defaults.crypto))
    throw new CatalogError(`rule defaultCrypto: there is no crypto ${defaults.crypto}`);
}

/** Sorts the best-known entries first; the others keep their given order. */
function sortBestKnownFirst<Value>(
  entries: ReadonlyMap<string, Value>,
  first: readonly string[],
): ReadonlyMap<string, Value> {
  const rank = (key: string) => (first.includes(key) ? first.indexOf(key) : first.length);
  return new Map([...entries].toSorted(([a], [b]) => rank(a) - rank(b)));
}

function buildCrypto(id: string, row: CryptoRow, networks: ReadonlyMap<string, Network>): Crypto {
  const network = networks.get(row.network);
  if (!network) throw new CatalogError(`crypto ${id}: there is no network ${row.network}`);
  const isToken = isContract(row);
  if (isToken && network.tokens === undefined)
    throw new CatalogError(`crypto ${id}: ${network.name} has no token contracts`);
  const asset = buildCryptoAsset(row, network);
  return {
    id,
    asset,
    symbol: row.symbol,
    name: row.name,
    network,
    contract: isToken ? row.asset : '',
    popular: row.popular,
    hot: row.hot,
    marketBase: row.marketBase ?? row.symbol,
    spread: parseDecimal(row.spread),
    treasuryFloorUnits: readTreasuryFloor(id, asset, row),
    enabled: row.enabled,
  };
}

function readTreasuryFloor(id: string, asset: Asset, { treasuryFloor: text = '0', symbol }: CryptoRow): bigint {
  try {
    return parseAmount(asset, text).units;
  } catch {
    throw new CatalogError(`crypto ${id}: treasuryFloor ${text} has more digits than ${symbol}`);
  }
}

/** Returns the asset of a row's crypto on its network. */
export function buildCryptoAsset(row: CryptoRow, network: Pick<NetworkRow, 'chain' | 'tokens'>): Asset {
  const reference = isContract(row) ? `${network.tokens}:${row.asset}` : row.asset;
  return { id: `${network.chain}/${reference}`, code: row.symbol, decimals: row.decimals };
}

function isContract(row: CryptoRow): boolean {
  return !row.asset.startsWith('slip44:');
}

function buildPayCurrency(
  code: string,
  row: CurrencyRow,
  { fees, transferAccounts, defaults }: CatalogRows,
): PayCurrency {
  const asset = requireAsset(code);
  const parseRowAmount = (name: string, text: string): Amount => {
    try {
      return parseAmount(asset, text);
    } catch {
      throw new CatalogError(`${name}: ${text} has more digits than ${code}`);
    }
  };
  const minimumUnits = parseRowAmount(`currency ${code}, minimum`, row.minimum).units;
  const maximumUnits = parseRowAmount(`currency ${code}, maximum`, row.maximum).units;
  if (minimumUnits > maximumUnits) throw new CatalogError(`currency ${code}: the minimum is above the maximum`);

  const methods = [...new Set([defaults.method, ...payMethods])].flatMap((method): MethodTerms[] => {
    const name = `${method}/${code}`;
    const fee = fees.get(name);
    if (!fee?.enabled || (getPayMethodTraits(method).money === 'received' && !transferAccounts.has(code))) return [];
    const least = fee.minimumPay === undefined ? 0n : parseRowAmount(`fee ${name}, minimumPay`, fee.minimumPay).units;
    const most =
      fee.maximumPay === undefined ? maximumUnits : parseRowAmount(`fee ${name}, maximumPay`, fee.maximumPay).units;
    const terms = {
      method,
      fee: {
        percent: parseDecimal(fee.percent),
        fixed: parseRowAmount(`fee ${name}, fixed`, fee.fixed),
        minimum: parseRowAmount(`fee ${name}, minimum`, fee.minimum),
      },
      minimumUnits: least > minimumUnits ? least : minimumUnits,
      maximumUnits: most < maximumUnits ? most : maximumUnits,
    };
    if (terms.minimumUnits > terms.maximumUnits)
      throw new CatalogError(
        `fee ${name}: the minimum ${formatAmount({ asset, units: terms.minimumUnits })} is above the maximum ${formatAmount({ asset, units: terms.maximumUnits })}`,
      );
    return [terms];
  });
  return {
    asset,
    name: row.name,
    minimumUnits,
    maximumUnits,
    stepUnits: asset.decimals === 3 ? 10n : 1n,
    methods,
    enabled: row.enabled,
  };
}

const KNOWN_CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

function requireAsset(code: string): Asset {
  if (!KNOWN_CURRENCIES.has(code)) throw new CatalogError(`currency ${code}: not a currency of ISO 4217`);
  return fiatAsset(code);
}

function buildCountryRules(row: CountryRow): CountryRules {
  return {
    banned: row.banned,
    citizensServed: row.citizensServed,
    ...(row.methods ? { methods: new Set(row.methods) } : {}),
    ...(row.currencies ? { currencies: new Set(row.currencies) } : {}),
    ...(row.maximumEuro === undefined
      ? {}
      : { maximumEuroCents: parseAmount(fiatAsset('EUR'), row.maximumEuro).units }),
  };
}
