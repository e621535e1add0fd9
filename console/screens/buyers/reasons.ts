import type { Option } from '../../parts/SelectField.tsx';

const OTHER: Option = { value: 'other', label: 'Other' };
const ASKED: Option = { value: 'asked', label: 'The buyer asks for it' };
const LAW: Option = { value: 'law', label: 'A list, or the law' };
const AUTHORITY: Option = { value: 'authority', label: 'An authority asks for it' };
const DOUBT: Option = { value: 'doubt', label: 'Doubt who it is' };

const REASONS: Readonly<Record<string, readonly Option[]>> = {
  'ask-document': [DOUBT, LAW, { value: 'old', label: 'What was shown is old' }, OTHER],
  'set-level': [{ value: 'evidence', label: 'Shown by other evidence' }, DOUBT, LAW, OTHER],
  block: [DOUBT, { value: 'fraud', label: 'Fraud' }, LAW, AUTHORITY, ASKED, OTHER],
  unblock: [{ value: 'cleared', label: 'The doubt is cleared' }, AUTHORITY, ASKED, OTHER],
  erase: [ASKED, AUTHORITY, OTHER],
  'end-sessions': [{ value: 'taken-over', label: 'Mailbox or device taken over' }, ASKED, OTHER],
};

/** Why somebody does it, by the act. */
export function reasonsFor(action: string): readonly Option[] {
  return REASONS[action] ?? [OTHER];
}
