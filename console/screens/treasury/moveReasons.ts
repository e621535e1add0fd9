import type { Option } from '../../parts/SelectField.tsx';
import type { MoveKind } from './moveFields.ts';

const OTHER: Option = { value: 'other', label: 'Another reason' };

/** Why something is done with our own money: a code to count by. */
export const MOVE_REASONS: Readonly<Record<MoveKind, readonly Option[]>> = {
  withdraw: [{ value: 'low', label: 'The wallet runs low' }, { value: 'safe', label: 'Into safe keeping' }, OTHER],
  'top-up': [
    { value: 'filled', label: 'The wallet was filled' },
    { value: 'hand', label: 'Sent by hand at the venue' },
    OTHER,
  ],
  swap: [{ value: 'wrapped', label: 'Wrapped, or unwrapped' }, { value: 'traded', label: 'Traded by hand' }, OTHER],
  'allow-address': [{ value: 'safe', label: 'For safe keeping' }, { value: 'venue', label: 'Another venue' }, OTHER],
  return: [{ value: 'unknown', label: 'It is nobody’s order' }, { value: 'asked', label: 'The payer asked' }, OTHER],
  recover: [
    { value: 'paid', label: 'The buyer paid after all' },
    { value: 'dispute', label: 'A dispute was won' },
    OTHER,
  ],
};
