import type { PayCurrency, ReceiveCurrency } from './quoteRules.ts';

/** Sample currency for tests. */
export const sampleEuro: PayCurrency = {
  network: 'fiat',
  currency: 'EUR',
  name: 'Euro',
  decimals: 2,
  imgUrl: '',
  minAmount: '20.00',
  maxAmount: '10000.00',
  imageList: [],
};

export const sampleYen: PayCurrency = {
  ...sampleEuro,
  currency: 'JPY',
  name: 'Yen',
  decimals: 0,
  minAmount: '3000',
  maxAmount: '1500000',
};

export const sampleBitcoin: ReceiveCurrency = {
  network: 'bitcoin',
  networkName: 'Bitcoin',
  symbol: 'BTC',
  currency: 'BTC',
  name: 'Bitcoin',
  decimals: 8,
  contract: '',
  imgUrl: '',
  minAmount: '0.0003',
  maxAmount: '0.15',
  is_popular: true,
};

export const sampleEther: ReceiveCurrency = {
  ...sampleBitcoin,
  network: 'ethereum',
  networkName: 'Ethereum',
  symbol: 'ETH',
  currency: 'ETH',
  name: 'Ether',
};
