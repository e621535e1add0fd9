import type { Option } from '../../parts/SelectField.tsx';

/** Why something is done about a partner: a code to count by. */
export const ACT_REASONS: readonly Option[] = [
  { value: 'asked', label: 'The partner asked' },
  { value: 'lost', label: 'Something was lost' },
  { value: 'contract', label: 'A new agreement' },
  { value: 'test', label: 'A test' },
  { value: 'other', label: 'Another reason' },
];
