import type { OrderPage } from './OrderScreen.tsx';

export type Way = OrderPage['ways'][number];
export type AskedField = Way['asks'][number];

/** What has been typed or chosen so far. */
export type AskedInput = Readonly<Record<string, string>>;

export const LABELS: Readonly<Record<AskedField, string>> = {
  name: 'Name of the account’s holder',
  account: 'IBAN',
  entry: 'Booking, by its id',
  for: 'What you vouch for',
  reason: 'The bank’s code for it',
};

/** What is said where one is missing. */
export const FIRST: Readonly<Record<AskedField, string>> = {
  name: 'Say the name first.',
  account: 'Say the account first.',
  entry: 'Say which booking first.',
  for: 'Choose what you vouch for first.',
  reason: 'Say the bank’s code first.',
};

/** As the act takes it: accounts without the spaces that they are printed with. */
export function inputOf(way: Pick<Way, 'asks' | 'given'>, input: AskedInput): AskedInput {
  const said = way.asks.map((name) => {
    const text = (input[name] ?? '').trim();
    return [name, name === 'account' ? text.replaceAll(' ', '') : text];
  });
  return { ...way.given, ...Object.fromEntries(said) };
}
