import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { moneyWithCode } from '../../parts/moneyWords.ts';
import type { Option } from '../../parts/SelectField.tsx';

export type Moves = ConsoleCallData<'moves'>;
export type MoveKind = Moves['kinds'][number]['kind'];
export type Draft = Readonly<Record<string, string>>;

/** One thing that a form asks for. `options`: it is chosen from a list, by what was chosen before it. */
export type MoveField = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly decimal?: boolean;
  readonly options?: (moves: Moves, draft: Draft) => readonly Option[];
};

const coin = (name: string, label: string): MoveField => ({
  name,
  label,
  options: ({ coins }) => coins.map(({ crypto, unit, network }) => ({ value: crypto, label: `${unit} on ${network}` })),
});
const placeOfCoins = (name: string, label: string): MoveField => ({
  name,
  label,
  options: () => [
    { value: 'venue', label: 'the venue' },
    { value: 'wallet', label: 'our wallet' },
  ],
});
const booking: MoveField = {
  name: 'entry',
  label: 'Booking of the bank',
  options: ({ bookings }) =>
    bookings.map(({ entry, amount, bookedOn, party }) => ({
      value: entry,
      label: `${bookedOn}: ${moneyWithCode(amount.amount, amount.unit)}${party === '' ? '' : `, ${party}`}`,
    })),
};

/** What each form asks for, in its order. */
export const MOVE_FIELDS: Readonly<Record<MoveKind, readonly MoveField[]>> = {
  withdraw: [
    coin('crypto', 'Coin'),
    { name: 'amount', label: 'How much leaves the venue', decimal: true },
    { name: 'to', label: 'To', options: targetsOf },
  ],
  'top-up': [
    coin('crypto', 'Coin'),
    {
      name: 'transaction',
      label: 'Transaction',
      hint: 'Its id on the chain. How much it brought is the chain’s to say.',
    },
    {
      name: 'from',
      label: 'From where',
      options: () => [
        { value: 'transit', label: 'what was on its way' },
        { value: 'owner', label: 'the owner has put it in' },
      ],
    },
  ],
  swap: [
    coin('givenCrypto', 'Given'),
    { name: 'given', label: 'How much was given', decimal: true },
    placeOfCoins('from', 'It lay at'),
    coin('cameCrypto', 'Came'),
    { name: 'came', label: 'How much came', decimal: true },
    placeOfCoins('to', 'It lies at'),
    { name: 'reference', label: 'Known there as', hint: 'The venue’s or the issuer’s own id: it is booked once.' },
  ],
  'allow-address': [
    { name: 'network', label: 'Network', options: ({ networks }) => networks.map((id) => ({ value: id, label: id })) },
    { name: 'address', label: 'Address' },
  ],
  return: [
    booking,
    { name: 'name', label: 'Another holder, empty to send it where it came from' },
    { name: 'account', label: 'Another account' },
  ],
  recover: [booking, { name: 'order', label: 'Order whose loss it pays back' }],
};

/** What a form begins with: what its address says, and what is meant most often. */
export function beginningOf(kind: MoveKind, search: Draft): Draft {
  const known = MOVE_FIELDS[kind].map(({ name }) => name);
  const usual: Draft = kind === 'swap' ? { from: 'venue', to: 'wallet' } : kind === 'top-up' ? { from: 'transit' } : {};
  return { ...usual, ...Object.fromEntries(known.flatMap((name) => (search[name] ? [[name, search[name]]] : []))) };
}

/** What is sent of a draft: where a coin goes to another network, a target that was chosen before is none. */
export function fieldsOf(kind: MoveKind, moves: Moves, draft: Draft): Record<string, string> {
  const entries = MOVE_FIELDS[kind].flatMap(({ name, options }): [string, string][] => {
    const value = draft[name] ?? '';
    if (value === '' || (options && !options(moves, draft).some((option) => option.value === value))) return [];
    return [[name, value]];
  });
  const fields = Object.fromEntries(entries);
  if (kind === 'withdraw' && isOwn(moves, draft, fields['to'])) delete fields['to'];
  return fields;
}

/** The treasury's own address is meant where none is named. */
function isOwn({ targets }: Moves, draft: Draft, to: string | undefined): boolean {
  return to === undefined || targets.some(({ address, own }) => own && address === to && draft['to'] === to);
}

function targetsOf({ coins, targets }: Moves, { crypto }: Draft): readonly Option[] {
  const network = coins.find((one) => one.crypto === crypto)?.network;
  return targets
    .filter((target) => target.network === network)
    .map(({ address, own }) => ({ value: address, label: own ? `our wallet, ${address}` : address }));
}
