import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Option } from '../../parts/fields/SelectField.tsx';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';

export type Moves = ConsoleCallData<'moves'>;
export type MoveKind = Moves['kinds'][number]['kind'];
export type MoveDraft = Readonly<Record<string, string>>;

/** A field of a form. `options`: it is chosen from a list that depends on earlier fields. */
export type MoveField = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly decimal?: boolean;
  readonly options?: (moves: Moves, draft: MoveDraft) => readonly Option[];
};

const buildCoinField = (name: string, label: string): MoveField => ({
  name,
  label,
  options: ({ coins }) => coins.map(({ crypto, unit, network }) => ({ value: crypto, label: `${unit} on ${network}` })),
});
const buildCoinLocationField = (name: string, label: string): MoveField => ({
  name,
  label,
  options: () => [
    { value: 'venue', label: 'Exchange' },
    { value: 'wallet', label: 'Treasury wallet' },
  ],
});
const bookingField: MoveField = {
  name: 'entry',
  label: 'Bank booking',
  options: ({ bookings }) =>
    bookings.map(({ entry, amount, bookedOn, party }) => ({
      value: entry,
      label: `${bookedOn}: ${formatAmountWithCode(amount.amount, amount.unit)}${party === '' ? '' : `, ${party}`}`,
    })),
};

/** The fields of each form, in order. */
export const MOVE_FIELDS: Readonly<Record<MoveKind, readonly MoveField[]>> = {
  withdraw: [
    buildCoinField('crypto', 'Coin'),
    { name: 'amount', label: 'Amount leaving the exchange', decimal: true },
    { name: 'to', label: 'Destination', options: listTargetOptions },
  ],
  'top-up': [
    buildCoinField('crypto', 'Coin'),
    {
      name: 'transaction',
      label: 'Transaction',
      hint: 'Transaction ID on the chain. The amount is read from the chain.',
    },
    {
      name: 'from',
      label: 'Source',
      options: () => [
        { value: 'transit', label: 'Funds in transit' },
        { value: 'owner', label: 'Deposit by the owner' },
      ],
    },
  ],
  swap: [
    buildCoinField('givenCrypto', 'Asset given'),
    { name: 'given', label: 'Amount given', decimal: true },
    buildCoinLocationField('from', 'Given from'),
    buildCoinField('cameCrypto', 'Asset received'),
    { name: 'came', label: 'Amount received', decimal: true },
    buildCoinLocationField('to', 'Received at'),
    { name: 'reference', label: 'External reference', hint: 'ID at the exchange or issuer. Each ID is booked once.' },
  ],
  'allow-address': [
    { name: 'network', label: 'Network', options: ({ networks }) => networks.map((id) => ({ value: id, label: id })) },
    { name: 'address', label: 'Address' },
  ],
  return: [
    bookingField,
    { name: 'name', label: 'Other account holder (empty: return to the source account)' },
    { name: 'account', label: 'Other account' },
  ],
  recover: [bookingField, { name: 'order', label: 'Order whose loss it recovers' }],
};

/** Returns the initial values of a form: those in the URL, and common defaults. */
export function buildInitialDraft(kind: MoveKind, search: MoveDraft): MoveDraft {
  const names = MOVE_FIELDS[kind].map(({ name }) => name);
  const usual: MoveDraft =
    kind === 'swap' ? { from: 'venue', to: 'wallet' } : kind === 'top-up' ? { from: 'transit' } : {};
  return { ...usual, ...Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : []))) };
}

/**
 * Returns the values to send: without empty ones, choices that are no longer offered, and the treasury's own address as the
 * destination, which is the default.
 */
export function collectMoveValues(kind: MoveKind, moves: Moves, draft: MoveDraft): Record<string, string> {
  const entries = MOVE_FIELDS[kind].flatMap(({ name, options }): [string, string][] => {
    const value = draft[name] ?? '';
    if (value === '' || (options && !options(moves, draft).some((option) => option.value === value))) return [];
    return [[name, value]];
  });
  const fields = Object.fromEntries(entries);
  if (kind === 'withdraw' && isOwnTarget(moves, draft, fields['to'])) delete fields['to'];
  return fields;
}

/** Returns whether the destination is missing, or is the treasury's own address. */
function isOwnTarget({ targets }: Moves, draft: MoveDraft, to: string | undefined): boolean {
  return to === undefined || targets.some(({ address, own }) => own && address === to && draft['to'] === to);
}

function listTargetOptions({ coins, targets }: Moves, { crypto }: MoveDraft): readonly Option[] {
  const network = coins.find((one) => one.crypto === crypto)?.network;
  return targets
    .filter((target) => target.network === network)
    .map(({ address, own }) => ({ value: address, label: own ? `Treasury wallet, ${address}` : address }));
}
