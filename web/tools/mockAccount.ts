import type { CallData } from '@slipway/contract/calls.ts';
import type { OrderDetail, OrderSummary } from '@slipway/contract/entities/order.ts';

type Body = Readonly<Record<string, string>>;

const EMAIL = 'anna.weber@example.com';
const DAY_MS = 86_400_000;
const ORDERS_MADE = 47;

/** Answers of the calls about a buyer's own things, with an order in every state. */
export const mockAccountAnswers: Record<string, (body: Body, scene: string) => unknown> = {
  authInfo: () => ({ authToken: 'mock', expTime: Math.floor(Date.now() / 1000) + 3600, kyc_level: 2, email: EMAIL }),
  expAuth: (_, scene) => refuseIf(scene === 'failed') ?? {},
  orderList: ({ page, pageSize }, scene) => orderPage(Number(page ?? 1), Number(pageSize ?? 20), scene),
  orderDetail: ({ orderNo }) => orderDetail(orderNo ?? ''),
  cardList: (_, scene) => refuseIf(scene === 'failed') ?? (scene === 'empty' ? [] : cards),
  delCreditCard: ({ cardId }) => {
    refuseIf(cardId === 'card_amex');
    cards = cards.filter((card) => card.cardId !== cardId);
    return {};
  },
  address: (_, scene) => refuseIf(scene === 'failed') ?? (scene === 'empty' ? [] : addresses),
  addCryptoAddress: ({ crypto, network, address, name }) => {
    const saved = {
      addressId: `adr_${addresses.length}`,
      crypto,
      network,
      address,
      name,
    } as (typeof addresses)[number];
    addresses = [saved, ...addresses];
    return saved;
  },
  editCryptoAddress: ({ addressId, name, address }) => {
    addresses = addresses.map((saved) =>
      saved.addressId === addressId ? { ...saved, name: name ?? saved.name, address: address ?? saved.address } : saved,
    );
    return addresses.find((saved) => saved.addressId === addressId);
  },
  delCryptoAddress: ({ addressId }) => {
    addresses = addresses.filter((saved) => saved.addressId !== addressId);
    return {};
  },
  getAddressCryptoList: () => [
    { crypto: 'BTC', name: 'Bitcoin', imgUrl: '/images/coins/btc.svg' },
    { crypto: 'ETH', name: 'Ether', imgUrl: '/images/coins/eth.svg' },
    { crypto: 'USDC', name: 'USD Coin', imgUrl: '/images/coins/usdc.svg' },
  ],
  getAddressNetworkList: ({ crypto }) => networks[crypto ?? ''] ?? [],
  validateAddress: ({ address = '', currency }) => verdict(address, currency === 'BTC'),
  sendCode: () => ({ resendAfter: 60 }),
  exportData: () => ({ exportedAt: new Date().toISOString(), email: EMAIL, cards, addresses }),
  deleteAccount: ({ code }, scene) => {
    if (code === '000000') refuse('code_invalid', 'This code is not right. Please check the newest email.');
    if (scene === 'orders-open') refuse('orders_open', '', { count: 2 });
    return { keptUntil: '2031-11-21' };
  },
};

function refuse(error: string, message: string, facts: Record<string, string | number> = {}): never {
  throw new Error(`509|${message}|${JSON.stringify({ error, facts })}`);
}

function refuseIf(failed: boolean): undefined {
  if (failed) throw new Error('503|The service is not available right now. Please try again in a moment.');
}

let cards: CallData<'cardList'> = [
  { cardId: 'card_visa', brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2029 },
  { cardId: 'card_master', brand: 'mastercard', last4: '4444', expiryMonth: 3, expiryYear: 2024 },
  { cardId: 'card_amex', brand: 'amex', last4: '0005', expiryMonth: 12, expiryYear: 2030 },
  { cardId: 'card_other', brand: 'unionpay', last4: '0009', expiryMonth: 1, expiryYear: 2031 },
];

let addresses: CallData<'address'> = [
  savedAddress('adr_1', 'USDC', 'ethereum', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', 'Ledger Nano'),
  savedAddress('adr_2', 'BTC', 'bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'Cold storage'),
  savedAddress('adr_3', 'BTC', 'bitcoin', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', ''),
  savedAddress(
    'adr_4',
    'CBBTC_BASE',
    'base',
    '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
    'A name as long as it can ',
  ),
];

function savedAddress(addressId: string, crypto: string, network: string, address: string, name: string) {
  return { addressId, crypto, network, address, name };
}

const networks: Readonly<Record<string, CallData<'getAddressNetworkList'>>> = {
  BTC: [{ network: 'bitcoin', networkName: 'Bitcoin', currency: 'BTC' }],
  ETH: [
    { network: 'ethereum', networkName: 'Ethereum', currency: 'ETH' },
    { network: 'base', networkName: 'Base', currency: 'ETH_BASE' },
  ],
  USDC: [
    { network: 'ethereum', networkName: 'Ethereum', currency: 'USDC' },
    { network: 'base', networkName: 'Base', currency: 'USDC_BASE' },
    { network: 'polygon', networkName: 'Polygon', currency: 'USDC_POLYGON' },
  ],
};

function verdict(address: string, bitcoin: boolean): CallData<'validateAddress'> {
  const looksBitcoin = /^(bc1|[13])[a-zA-Z0-9]{24,}$/.test(address);
  const looksEthereum = /^0x[0-9a-fA-F]{40}$/.test(address);
  if (bitcoin ? looksBitcoin : looksEthereum) return { valid: true, address, fault: null, looksLike: null };
  const looksLike = looksBitcoin ? 'bitcoin' : looksEthereum ? 'ethereum' : null;
  return { valid: false, address: '', fault: looksLike ? 'wrong_network' : 'malformed', looksLike };
}

/** The newest first: those under way, then every way to end, then deliveries of earlier months. */
const beginning: readonly Partial<OrderSummary>[] = [
  { status: 'awaiting_payment' },
  { status: 'awaiting_payment', payMethod: 'bank_transfer', exception: 'underpaid' },
  { status: 'awaiting_identity', sendCurrencyAmount: '850.00', getCurrencyAmount: '0.26309285', symbol: 'ETH' },
  { status: 'awaiting_consent' },
  { status: 'authorizing' },
  { status: 'converting' },
  { status: 'delivering', sendCurrencyAmount: '850.00', getCurrencyAmount: '0.26309285', symbol: 'ETH' },
  { status: 'on_hold' },
  { status: 'voiding' },
  { status: 'refunding' },
  { status: 'delivered' },
  { status: 'refunded', getCurrencyAmount: '1.60927411', symbol: 'SOL' },
  { status: 'expired', getCurrencyAmount: '112.940000', symbol: 'USDC' },
  { status: 'failed' },
  { status: 'cancelled', sendCurrency: 'IDR', sendCurrencyAmount: '165000000.00', getCurrencyAmount: '0.16420871' },
];

const networkOf: Readonly<Record<string, string>> = { BTC: 'Bitcoin', SOL: 'Solana' };

function mockOrder(index: number): OrderSummary {
  const order = {
    orderNo: `MOCKORDER${String(index).padStart(4, '0')}`,
    status: 'delivered' as const,
    exception: 'none' as const,
    createdAt: new Date(Date.now() - index * 0.7 * DAY_MS - 7_200_000).toISOString(),
    sendCurrency: 'EUR',
    sendCurrencyAmount: '100.00',
    getCurrency: 'BTC',
    getCurrencyAmount: '0.00164609',
    symbol: 'BTC',
    payMethod: 'credit_debit_card' as const,
    ...beginning[index],
  };
  const network = networkOf[order.symbol] ?? 'Ethereum';
  return { ...order, networkName: network, imgUrl: `/images/coins/${order.symbol.toLowerCase()}.svg` };
}

function orderPage(page: number, pageSize: number, scene: string): CallData<'orderList'> {
  refuseIf(scene === 'failed' || (scene === 'more-failed' && page > 1));
  const total = scene === 'empty' ? 0 : ORDERS_MADE;
  const start = (page - 1) * pageSize;
  const count = Math.max(0, Math.min(pageSize, total - start));
  return { page, pageSize, total, list: Array.from({ length: count }, (_, index) => mockOrder(start + index)) };
}

function orderDetail(orderNo: string): OrderDetail {
  const order = mockOrder(Number(orderNo.slice(-4)));
  const underpaid = order.exception === 'underpaid';
  return {
    ...order,
    owner: true,
    sequence: 5,
    offerType: 'slipway',
    processingFee: '2.75',
    transNetworkFee: '0.74',
    feeCurrency: order.sendCurrency,
    price: '58629.66',
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    walletType: 'self_hosted',
    exchangeName: '',
    deadline: Math.floor(Date.now() / 1000) + (underpaid ? 3 * 86_400 : 1500),
    dispute: 'none',
    heldFrom: null,
    reason: null,
    heldAmount: null,
    paidAmount: underpaid ? '50.00' : null,
    refundedAmount: null,
    requote: null,
    card: null,
    estimate: false,
    transfer: null,
    delivery:
      order.status === 'delivering'
        ? {
            transactionId: '0x9f3c',
            explorerUrl: 'https://etherscan.io',
            confirmed: 7,
            required: 12,
            expectedMinutes: 3,
          }
        : null,
    timeline: [],
  };
}
