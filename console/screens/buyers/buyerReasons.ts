import type { Option } from '../../parts/fields/SelectField.tsx';

const OTHER: Option = { value: 'other', label: 'Other' };
const BUYER_REQUEST: Option = { value: 'asked', label: 'Requested by the buyer' };
const LAW: Option = { value: 'law', label: 'Sanctions list or legal requirement' };
const AUTHORITY: Option = { value: 'authority', label: 'Requested by an authority' };
const DOUBT: Option = { value: 'doubt', label: 'Identity in doubt' };

const REASONS: Readonly<Record<string, readonly Option[]>> = {
  'ask-document': [DOUBT, LAW, { value: 'old', label: 'Document out of date' }, OTHER],
  'set-level': [{ value: 'evidence', label: 'Other evidence' }, DOUBT, LAW, OTHER],
  block: [DOUBT, { value: 'fraud', label: 'Fraud' }, LAW, AUTHORITY, BUYER_REQUEST, OTHER],
  unblock: [{ value: 'cleared', label: 'Doubt resolved' }, AUTHORITY, BUYER_REQUEST, OTHER],
  'place-legal-hold': [AUTHORITY, LAW, OTHER],
  'lift-legal-hold': [{ value: 'ended', label: 'Case closed by the authority' }, OTHER],
  erase: [BUYER_REQUEST, AUTHORITY, OTHER],
  'end-sessions': [
    { value: 'taken-over', label: 'Mailbox or device compromised' },
    { value: 'leaked', label: 'Sessions may be compromised' },
    BUYER_REQUEST,
    OTHER,
  ],
};

/** Returns the reasons offered for an action. */
export function getReasonOptions(action: string): readonly Option[] {
  return REASONS[action] ?? [OTHER];
}
