import { findPayMethodTraits, getLabelInSentence } from '@slipway/contract/entities/payMethods.ts';
import { getRuleTitle } from '@slipway/contract/statements/ruleTitles.ts';
import { formatPayMethod } from '../orders/orderLabels.ts';

/** Titles of the kinds of rows, in the order of the list. */
export const configurationKindTitles: Readonly<Record<string, string>> = {
  currency: 'Currencies',
  crypto: 'Crypto assets',
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

/** Returns the title of a row: `Card, EUR` for the fee `credit_debit_card/EUR`; its key if its kind has no other titles. */
export function formatRowTitle(kind: string, key: string): string {
  if (kind === 'country' && key === '*') return 'Every other country';
  if (kind === 'rule') return getRuleTitle(key);
  if (kind !== 'fee') return key;
  const [method = '', currency = ''] = key.split('/');
  return `${formatPayMethod(method)}, ${currency}`;
}

/** Returns a method's name within a sentence: `bank transfer` for `bank_transfer`, `Apple Pay` for `apple_pay`. */
export function formatMethodInSentence(method: string): string {
  const traits = findPayMethodTraits(method);
  return traits ? getLabelInSentence(traits) : formatPayMethod(method).toLowerCase();
}
