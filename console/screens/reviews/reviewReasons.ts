import type { Reason } from '../../parts/ReasonField.tsx';
import type { Option } from '../../parts/SelectField.tsx';
import type { ReviewKind } from './reviewKinds.ts';

function options(...labels: readonly string[]): readonly Option[] {
  return labels.map((label) => ({ value: label, label }));
}

/** What a decision rests on, by what it is about: kept with the act, and counted by. */
export const reviewReasons: Readonly<Record<ReviewKind, readonly Option[]>> = {
  identity: options(
    'Document seen at the verifier',
    'Spelling or another script',
    'Another person’s document',
    'Other',
  ),
  names: options('Birth date', 'Citizenship', 'Name in full', 'Photo', 'Other'),
  held: options('Buyer known', 'Explained by the buyer', 'Fraud', 'Bank asks it back', 'Law', 'Other'),
  dispute: options('Our records are enough', 'The buyer wrote to us', 'Another record of ours', 'Other'),
  unallocated: options('Amount and name', 'Buyer has said so', 'Nobody’s order', 'Other'),
};

export const NOTHING_SAID: Reason = { code: undefined, words: '' };

export type ReasonFaults = { readonly code?: string; readonly words?: string };

/** What is missing; nothing where a reason is given. */
export function faultsOf({ code, words }: Reason): ReasonFaults {
  return {
    ...(code === undefined && { code: 'Choose what it rests on.' }),
    ...(words.trim() === '' && { words: 'Say in a few words why: it is kept with the act.' }),
  };
}

/** As it is signed. */
export function saidReason({ code = '', words }: Reason): string {
  return `${code}: ${words.trim()}`;
}
