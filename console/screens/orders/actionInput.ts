import type { OrderPage } from './OrderScreen.tsx';

export type OrderAction = OrderPage['actions'][number];
export type ActionField = OrderAction['inputs'][number];

/** Typed or selected values. */
export type ActionInput = Readonly<Record<string, string>>;

export const FIELD_LABELS: Readonly<Record<ActionField, string>> = {
  name: 'Account holder',
  account: 'IBAN',
  entry: 'Booking ID',
  for: 'What you vouch for',
  reason: 'Bank’s reason code',
};

/** Messages for missing values. */
export const MISSING_FIELD_MESSAGES: Readonly<Record<ActionField, string>> = {
  name: 'Enter the account holder first.',
  account: 'Enter the IBAN first.',
  entry: 'Enter the booking ID first.',
  for: 'Select what you vouch for first.',
  reason: 'Enter the bank’s reason code first.',
};

/** Returns the action's given values with the entered ones that it needs, trimmed; an account without spaces. */
export function buildActionInput(action: Pick<OrderAction, 'inputs' | 'given'>, input: ActionInput): ActionInput {
  const entries = action.inputs.map((name) => {
    const text = (input[name] ?? '').trim();
    return [name, name === 'account' ? text.replaceAll(' ', '') : text];
  });
  return { ...action.given, ...Object.fromEntries(entries) };
}
