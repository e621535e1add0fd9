import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { CallData } from '@slipway/contract/calls.ts';
import { add, compare, divide, formatDecimal, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { Plugin } from 'vite';
import { mockAccountAnswers } from './mockAccount.ts';
import { mockDay } from './mockPrices.ts';

/**
 * Answers a few calls with sample data whose figures add up, for looking at screens. Only in `vite --mode mock`.
 * A query of the page steers it: `?mock=methods-failed`, `methods-none`, `many-methods`, `banned`, `slow`, `no-network-fee`;
 * the account's screens by `empty`, `failed`, `orders-open`, and a code of 000000 is wrong.
 */
const payCurrencies: CallData<'payList'> = [
  pay('EUR', 'Euro', 2, '20.00', '10000.00'),
  pay('USD', 'US Dollar', 2, '20.00', '10000.00'),
  pay('GBP', 'Pound Sterling', 2, '20.00', '8000.00'),
  pay('CHF', 'Swiss Franc', 2, '20.00', '10000.00'),
  pay('JPY', 'Yen', 0, '3000', '1500000'),
  pay('PLN', 'Zloty', 2, '90.00', '42000.00'),
  pay('SEK', 'Swedish Krona', 2, '250.00', '110000.00'),
  pay('KWD', 'Kuwaiti Dinar', 3, '7.000', '3300.000'),
  pay('IDR', 'Rupiah', 2, '330000.00', '165000000.00'),
];

const receiveCurrencies: CallData<'getList'> = [
  receive('BTC', 'BTC', 'Bitcoin', 'Bitcoin', 8, '', true),
  receive('ETH', 'ETH', 'Ether', 'Ethereum', 8, '', true),
  receive('USDC', 'USDC', 'USD Coin', 'Ethereum', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', true),
  receive('SOL', 'SOL', 'Solana', 'Solana', 8, '', true),
  receive('AAVE', 'AAVE', 'Aave', 'Ethereum', 8, '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9', false),
  receive('AVAX', 'AVAX', 'Avalanche', 'C-Chain', 8, '', false),
  receive('ETH_BASE', 'ETH', 'Ether', 'Base', 8, '', false),
  receive('LINK', 'LINK', 'Chainlink', 'Ethereum', 8, '0x514910771AF9Ca656af840dff83E8264EcF986CA', false),
  receive('LTC', 'LTC', 'Litecoin', 'Litecoin', 8, '', false),
  receive(
    'CBBTC_BASE',
    'cbBTC',
    'Coinbase Wrapped BTC',
    'Base',
    8,
    '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
    false,
  ),
  receive('POL', 'POL', 'Polygon', 'Polygon', 8, '', false),
  receive('UNI', 'UNI', 'Uniswap', 'Ethereum', 8, '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', false),
];

const prices: Readonly<Record<string, string>> = { BTC: '58629.66', ETH: '3147.9', USDC: '0.8621', SOL: '155.34' };
const countries = [
  ['EUR', 'DE', 'Germany'],
  ['EUR', 'FR', 'France'],
  ['EUR', 'AT', 'Austria'],
  ['USD', 'US', 'United States'],
  ['GBP', 'GB', 'United Kingdom'],
  ['CHF', 'CH', 'Switzerland'],
  ['JPY', 'JP', 'Japan'],
  ['PLN', 'PL', 'Poland'],
  ['SEK', 'SE', 'Sweden'],
  ['KWD', 'KW', 'Kuwait'],
  ['IDR', 'ID', 'Indonesia'],
] as const;

type Body = Record<string, string>;
type Asked = { side: 'Pay' | 'Get'; amount: string; pay: string; receive: string; method: string };

const answers: Record<string, (body: Body, scene: string) => unknown> = {
  getallcountry: (_, scene) => ({
    currCode: 'DE',
    isBan: scene === 'banned' ? 1 : 0,
    currCountry: 'Germany',
    list: countries.map(([currency, code, country]) => ({ currency, code, country })),
  }),
  payList: () => payCurrencies,
  getList: () => receiveCurrencies,
  offerInquiry: (body, scene) => quote(body, scene),
  priceList: (body, scene) => ({ priceList: methodPrices(JSON.parse(body.token ?? '{}') as Asked, scene) }),
  currencyPrice: (body) => mockDay(body.currency ?? 'BTC', prices[body.currency ?? ''] ?? '10.00'),
  ...mockAccountAnswers,
};

export function mockGatewayPlugin(): Plugin {
  return {
    name: 'slipway-mock-gateway',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        if (path === '/admin/languages') return sendJson(response, { dataList: languageFiles() });
        const [, plugin, language] = /^(\/plugin)?\/languages\/([\w-]+)\.json$/.exec(path) ?? [];
        if (language) return sendJson(response, plugin ? compiled(textsOf(language)) : textsOf(language));
        const name = /^\/gateway\/buying\/(\w+)$/.exec(path)?.[1];
        return name ? void answerCall(name, request, response) : next();
      });
    },
  };
}

async function answerCall(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Body;
  const scene = new URL(request.headers.referer ?? 'http://localhost').searchParams.get('mock') ?? '';
  if (scene === 'slow') await new Promise((resolve) => setTimeout(resolve, 4000));
  const answer = answers[name];
  if (!answer) return sendJson(response, { respCode: '404', respMessage: 'There is no such call.', data: null });
  try {
    const data = answer(body, scene);
    sendJson(response, {
      respCode: '200',
      respMessage: '',
      data,
      ...(name === 'payList' && { normalCurrency: 'EUR' }),
    });
  } catch (refusal) {
    const [respCode, respMessage, detail] = (refusal as Error).message.split('|');
    sendJson(response, { respCode, respMessage, data: detail ? JSON.parse(detail) : null });
  }
}

const LANGUAGES_FOLDER = new URL('../i18n/', import.meta.url);

function languageFiles(): { localName: string }[] {
  const files = readdirSync(LANGUAGES_FOLDER).filter((name) => name.endsWith('.json'));
  return files.map((name) => ({ localName: name.replace('.json', '') }));
}

function textsOf(language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${language}.json`, LANGUAGES_FOLDER), 'utf8')) as Record<string, string>;
}

function compiled(texts: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, compileMessage(message)]));
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}

const NETWORK_FEE = '0.74';
const methodFees: Readonly<Record<string, readonly [percent: string, fixed: string]>> = {
  credit_debit_card: ['0.0275', '0'],
  apple_pay: ['0.0275', '0'],
  bank_transfer: ['0.005', '0'],
  google_pay: ['0.0275', '0'],
};

function priced({ side, amount, pay: payCode, receive: receiveCode, method }: Asked, scene: string) {
  const networkFee = parseDecimal(scene === 'no-network-fee' ? '0.00' : NETWORK_FEE);
  const price = parseDecimal(prices[receiveCode] ?? '12.5');
  const [percent = '0', fixed = '0'] = methodFees[method] ?? methodFees.credit_debit_card ?? [];
  const decimals = payCurrencies.find((entry) => entry.currency === payCode)?.decimals ?? 2;
  const receiveDecimals = receiveCurrencies.find((entry) => entry.currency === receiveCode)?.decimals ?? 8;
  const gross = side === 'Pay' ? parseDecimal(amount) : grossFor(amount);
  const paid = rescale(gross, decimals, 'up');
  const fee = rescale(add(multiply(paid, parseDecimal(percent)), parseDecimal(fixed)), decimals, 'up');
  const taken = add(fee, networkFee);
  const converted = add(paid, { ...taken, coefficient: -taken.coefficient });
  if (converted.coefficient <= 0n) throw new Error('501|The fees are higher than this amount.');
  const received =
    side === 'Get'
      ? rescale(parseDecimal(amount), receiveDecimals, 'down')
      : divide(converted, price, receiveDecimals, 'down');
  return {
    sendCurrency: payCode,
    sendCurrencyAmount: formatDecimal(paid),
    getCurrency: receiveCode,
    getCurrencyAmount: formatDecimal(received),
    processingFee: formatDecimal(fee),
    transNetworkFee: formatDecimal(rescale(networkFee, decimals, 'up')),
    feeCurrency: payCode,
    price: formatDecimal(price),
  };
  function grossFor(wanted: string) {
    const net = add(multiply(parseDecimal(wanted), price), networkFee);
    const share = add(parseDecimal('1'), { ...parseDecimal(percent), coefficient: -parseDecimal(percent).coefficient });
    return divide(net, share, decimals, 'up');
  }
}

function quote(body: Body, scene: string) {
  const side = body.getCurrencyAmount ? ('Get' as const) : ('Pay' as const);
  const asked: Asked = {
    side,
    amount: (side === 'Get' ? body.getCurrencyAmount : body.sendCurrencyAmount) ?? '',
    pay: body.sendCurrency ?? 'EUR',
    receive: body.getCurrency ?? 'BTC',
    method: body.payMethod || 'credit_debit_card',
  };
  if (side === 'Get' && compare(parseDecimal(asked.amount), parseDecimal('100000')) > 0) {
    throw new Error('502|There is no reliable price right now. Please try again in a moment.');
  }
  return {
    ...priced(asked, scene),
    expireTime: Math.floor(Date.now() / 1000) + (scene === 'short' ? 12 : 60),
    token: JSON.stringify(asked),
    payMethod: asked.method,
    offerType: 'slipway',
    methodList: Object.keys(methodFees),
    offerList: ['slipway'],
    methodListImage: [],
    side,
    referencePrice: '58268.40',
    spreadAmount: '0.59',
    priceAgainstMarket: '+0.62',
  };
}

function methodPrices(asked: Asked, scene: string) {
  if (scene === 'methods-failed') throw new Error('503|The service is not available right now.');
  if (scene === 'methods-none') return [];
  const extra = scene === 'many-methods' ? ['pix', 'ideal', 'blik', 'sofort'] : [];
  return [...Object.keys(methodFees), ...extra].map((method) => {
    const figures = priced({ ...asked, method }, scene);
    const tooMuch =
      method === 'apple_pay' && compare(parseDecimal(figures.sendCurrencyAmount), parseDecimal('5000')) > 0;
    return {
      payMethod: method,
      image2: `/images/methods/${method}.svg`,
      ...figures,
      sendCoin: { sendAmount: figures.sendCurrencyAmount },
      getCoin: { getAmount: figures.getCurrencyAmount },
      available: !tooMuch,
      reason: tooMuch
        ? { error: 'pay_amount_above_maximum', facts: { amount: '5000.00', symbol: figures.sendCurrency } }
        : null,
    };
  });
}

function pay(currency: string, name: string, decimals: number, minAmount: string, maxAmount: string) {
  const imgUrl = `/images/currencies/${currency.toLowerCase()}.svg`;
  return { network: 'fiat', currency, name, decimals, imgUrl, minAmount, maxAmount, imageList: [] };
}

function receive(
  currency: string,
  symbol: string,
  name: string,
  networkName: string,
  decimals: number,
  contract: string,
  popular: boolean,
) {
  return {
    network: networkName.toLowerCase(),
    networkName,
    symbol,
    currency,
    name,
    decimals,
    contract,
    imgUrl: `/images/coins/${symbol.toLowerCase()}.svg`,
    minAmount: '0.00001',
    maxAmount: '100000',
    is_popular: popular,
  };
}
