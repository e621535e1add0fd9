import { titleOfName } from '../../person/fieldWords.ts';

/** Kinds of rows as a person calls them, in the order of the list. */
export const kindTitles: Readonly<Record<string, string>> = {
  currency: 'Currencies',
  crypto: 'Cryptos',
  network: 'Networks',
  fee: 'Fees',
  country: 'Countries',
  rule: 'Rules',
  'risk-rule': 'Risk rules',
  'transfer-account': 'Bank accounts',
  partner: 'Partners',
  provider: 'Providers',
  'denied-address': 'Denied addresses',
  'blocked-network': 'Blocked networks',
  'reviewed-name': 'Reviewed names',
};

/** `Card, EUR` of `credit_debit_card/EUR`. */
export function rowTitle(kind: string, key: string): string {
  if (kind === 'country' && key === '*') return 'Every other country';
  if (kind === 'rule') return titleOfName(key);
  if (kind !== 'fee') return key;
  const [method = '', currency = ''] = key.split('/');
  return `${methodTitle(method)}, ${currency}`;
}

/** `Bank transfer` of `bank_transfer`. */
export function methodTitle(method: string): string {
  if (method === 'credit_debit_card') return 'Card';
  const words = method.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
