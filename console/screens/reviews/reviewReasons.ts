import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Option } from '../../parts/SelectField.tsx';

type Kind = ConsoleCallData<'review'>['kind'];

function options(...labels: readonly string[]): readonly Option[] {
  return labels.map((label) => ({ value: label, label }));
}

/** What a decision rests on, by what it is about: kept with the act, and counted by. */
export const reviewReasons: Readonly<Record<Kind, readonly Option[]>> = {
  identity: options(
    'Document seen at the verifier',
    'Spelling or another script',
    'Another person’s document',
    'Other',
  ),
  names: options('Birth date', 'Citizenship', 'Name in full', 'Photo', 'Other'),
  held: options('Buyer known', 'Explained by the buyer', 'Fraud', 'Bank asks it back', 'Law', 'Other'),
  dispute: options('Other'),
  unallocated: options('Amount and name', 'Buyer has said so', 'Nobody’s order', 'Other'),
};
