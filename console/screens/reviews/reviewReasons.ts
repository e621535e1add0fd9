import type { Reason } from '../../parts/fields/ReasonField.tsx';
import type { Option } from '../../parts/fields/SelectField.tsx';
import type { ReviewKind } from './reviewKinds.ts';

function buildOptions(...labels: readonly string[]): readonly Option[] {
  return labels.map((label) => ({ value: label, label }));
}

/** Reason codes by kind of review, stored with the action and used for statistics. */
export const reviewReasons: Readonly<Record<ReviewKind, readonly Option[]>> = {
  identity: buildOptions(
    'Document viewed at the verifier',
    'Spelling or another script',
    'Another person’s document',
    'Other',
  ),
  names: buildOptions('Birth date', 'Citizenship', 'Full name', 'Photo', 'Other'),
  held: buildOptions(
    'Buyer known',
    'Explained by the buyer',
    'Fraud',
    'Recalled by the bank',
    'Legal requirement',
    'Other',
  ),
  dispute: buildOptions('Our records are sufficient', 'Message from the buyer', 'Additional record', 'Other'),
  unallocated: buildOptions('Amount and name', 'Confirmed by the buyer', 'No matching order', 'Other'),
};

export const EMPTY_REASON: Reason = { code: undefined, text: '' };

export type ReasonErrors = { readonly code?: string; readonly text?: string };

/** Returns what is missing; empty if a reason is given. */
export function findReasonErrors({ code, text }: Reason): ReasonErrors {
  return {
    ...(code === undefined && { code: 'Choose a reason.' }),
    ...(text.trim() === '' && { text: 'Enter an explanation. It is recorded in the audit trail.' }),
  };
}

/** Returns the reason as signed. */
export function formatSignedReason({ code = '', text }: Reason): string {
  return `${code}: ${text.trim()}`;
}
