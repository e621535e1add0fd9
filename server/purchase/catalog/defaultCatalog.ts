import type { PayMethod } from '@slipway/contract/entities/scalars.ts';
import { parseAmount } from '@slipway/money/amount.ts';
import { type Decimal, parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Catalog, Crypto, Network, PayCurrency } from './catalog.ts';

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';

const networks: readonly Network[] = [
  {
    id: 'bitcoin',
    chain: BITCOIN,
    name: 'Bitcoin',
    nativeCrypto: 'BTC',
    expectedMinutes: 12,
    explorerUrl: 'https://mempool.space/tx/',
  },
  {
    id: 'ethereum',
    chain: 'eip155:1',
    name: 'Ethereum',
    nativeCrypto: 'ETH',
    expectedMinutes: 4,
    explorerUrl: 'https://etherscan.io/tx/',
  },
  {
    id: 'base',
    chain: 'eip155:8453',
    name: 'Base',
    nativeCrypto: 'ETH_BASE',
    expectedMinutes: 2,
    explorerUrl: 'https://basescan.org/tx/',
  },
  {
    id: 'polygon',
    chain: 'eip155:137',
    name: 'Polygon',
    nativeCrypto: 'POL',
    expectedMinutes: 2,
    explorerUrl: 'https://polygonscan.com/tx/',
  },
];

type CryptoRow = readonly [
  id: string,
  symbol: string,
  name: string,
  network: string,
  decimals: number,
  asset: string,
  popular: boolean,
];

/** `slip44:n` is a native coin (SLIP-44), an address a token contract. */
const cryptoRows: readonly CryptoRow[] = [
  ['BTC', 'BTC', 'Bitcoin', 'bitcoin', 8, 'slip44:0', true],
  ['ETH', 'ETH', 'Ether', 'ethereum', 18, 'slip44:60', true],
  ['USDC', 'USDC', 'USD Coin', 'ethereum', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', true],
  ['USDT', 'USDT', 'Tether', 'ethereum', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7', true],
  ['DAI', 'DAI', 'Dai', 'ethereum', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F', false],
  ['LINK', 'LINK', 'Chainlink', 'ethereum', 18, '0x514910771AF9Ca656af840dff83E8264EcF986CA', false],
  ['UNI', 'UNI', 'Uniswap', 'ethereum', 18, '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', false],
  ['AAVE', 'AAVE', 'Aave', 'ethereum', 18, '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9', false],
  ['WBTC', 'WBTC', 'Wrapped Bitcoin', 'ethereum', 8, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', false],
  ['ETH_BASE', 'ETH', 'Ether', 'base', 18, 'slip44:60', false],
  ['USDC_BASE', 'USDC', 'USD Coin', 'base', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', true],
  ['CBBTC_BASE', 'cbBTC', 'Coinbase Wrapped BTC', 'base', 8, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', false],
  ['POL', 'POL', 'Polygon', 'polygon', 18, 'slip44:966', false],
  ['USDC_POLYGON', 'USDC', 'USD Coin', 'polygon', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', false],
  ['USDT_POLYGON', 'USDT', 'Tether', 'polygon', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', false],
];

/** Wrapped coins are bought as what they wrap where exchanges list only that. */
const marketBases: Readonly<Record<string, string>> = { cbBTC: 'BTC', WBTC: 'BTC' };

const SPREAD: Decimal = parseDecimal('0.01');

type PayCurrencyRow = readonly [
  code: string,
  name: string,
  minimum: string,
  maximum: string,
  cardPercent: string,
  cardFixed: string,
  cardMinimum: string,
];

/** Limits are on what the buyer pays, fees included. */
const payCurrencyRows: readonly PayCurrencyRow[] = [
  ['EUR', 'Euro', '20', '10000', '0.039', '0.30', '3.99'],
  ['USD', 'US Dollar', '20', '10000', '0.039', '0.30', '3.99'],
  ['GBP', 'Pound Sterling', '20', '8000', '0.039', '0.30', '3.49'],
  ['CHF', 'Swiss Franc', '20', '10000', '0.039', '0.30', '3.99'],
  ['JPY', 'Yen', '3000', '1500000', '0.045', '0', '350'],
  ['AUD', 'Australian Dollar', '30', '15000', '0.039', '0.50', '5.99'],
  ['CAD', 'Canadian Dollar', '30', '15000', '0.039', '0.50', '5.99'],
  ['NZD', 'New Zealand Dollar', '35', '17000', '0.042', '0.50', '6.49'],
  ['SEK', 'Swedish Krona', '250', '110000', '0.039', '3.00', '44'],
  ['NOK', 'Norwegian Krone', '250', '110000', '0.039', '3.00', '44'],
  ['DKK', 'Danish Krone', '150', '75000', '0.039', '2.00', '29'],
  ['PLN', 'Zloty', '90', '42000', '0.039', '1.20', '16.99'],
  ['CZK', 'Czech Koruna', '500', '250000', '0.039', '7.00', '99'],
  ['HUF', 'Forint', '8000', '4000000', '0.042', '120.00', '1590'],
  ['RON', 'Romanian Leu', '100', '50000', '0.042', '1.50', '19.90'],
  ['TRY', 'Turkish Lira', '900', '450000', '0.045', '14.00', '179'],
  ['ILS', 'New Israeli Sheqel', '80', '37000', '0.042', '1.20', '14.90'],
  ['ZAR', 'Rand', '400', '190000', '0.045', '6.00', '75'],
  ['BRL', 'Brazilian Real', '120', '60000', '0.045', '2.00', '23.90'],
  ['MXN', 'Mexican Peso', '400', '200000', '0.045', '6.00', '79'],
  ['SGD', 'Singapore Dollar', '30', '14000', '0.039', '0.50', '5.49'],
  ['HKD', 'Hong Kong Dollar', '170', '85000', '0.039', '2.50', '32'],
  ['KRW', 'Won', '30000', '15000000', '0.045', '450', '5900'],
  ['INR', 'Indian Rupee', '1800', '900000', '0.045', '25.00', '349'],
  ['THB', 'Baht', '750', '360000', '0.045', '10.00', '139'],
  ['MYR', 'Malaysian Ringgit', '95', '47000', '0.045', '1.50', '18.90'],
  ['PHP', 'Philippine Peso', '1200', '580000', '0.045', '17.00', '229'],
  ['IDR', 'Rupiah', '330000', '165000000', '0.045', '5000.00', '65000'],
  ['AED', 'UAE Dirham', '80', '40000', '0.042', '1.20', '14.90'],
  ['KWD', 'Kuwaiti Dinar', '7.000', '3300.000', '0.042', '0.100', '1.250'],
];

export function defaultCatalog(): Catalog {
  return {
    networks,
    payCurrencies: new Map(payCurrencyRows.map((row) => [row[0], payCurrency(row)])),
    cryptos: new Map(cryptoRows.map((row) => [row[0], crypto(row)])),
    defaultPayCurrency: 'USD',
    defaultCrypto: 'BTC',
  };
}

function crypto([id, symbol, name, networkId, decimals, reference, popular]: CryptoRow): Crypto {
  const network = networks.find((candidate) => candidate.id === networkId);
  if (!network) throw new Error(`${id} names the unknown network ${networkId}`);
  const isToken = reference.startsWith('0x');
  const namespace = isToken ? `erc20:${reference}` : reference;
  return {
    id,
    asset: { id: `${network.chain}/${namespace}`, code: symbol, decimals },
    symbol,
    name,
    network,
    contract: isToken ? reference : '',
    popular,
    marketBase: marketBases[symbol] ?? symbol,
    spread: SPREAD,
  };
}

function payCurrency([code, name, minimum, maximum, percent, fixed, feeMinimum]: PayCurrencyRow): PayCurrency {
  const asset = fiatAsset(code);
  const card: PayMethod = 'credit_debit_card';
  return {
    asset,
    name,
    minimumUnits: parseAmount(asset, minimum).units,
    maximumUnits: parseAmount(asset, maximum).units,
    stepUnits: asset.decimals === 3 ? 10n : 1n,
    methods: [
      {
        method: card,
        fee: {
          percent: parseDecimal(percent),
          fixed: parseAmount(asset, fixed),
          minimum: parseAmount(asset, feeMinimum),
        },
      },
    ],
  };
}
