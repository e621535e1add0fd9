import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Amount } from '@slipway/money/amount.ts';
import type { NewRequest } from '../../../action/requests/requestStore.ts';
import { formatExactAmount } from '../../../ledger/formatExactAmount.ts';
import type { ConsoleContext } from '../../consoleContext.ts';
import type { ConsolePerson } from '../../gateway/consoleHandlers.ts';

export type MoveFact = ConsoleCallData<'previewMove'>['facts'][number];

/** The request of a completed form. */
export type MoveRequest = Pick<NewRequest, 'action' | 'subject' | 'input'> & {
  readonly label: string;
  readonly effect: string;
  readonly facts: readonly MoveFact[];
  /** Why the request would be refused in the current state; undefined if it would be executed. */
  readonly problem: string | undefined;
  /** Why a second approval is needed or not. */
  readonly approvalNote: string;
};

/** Reads one kind of form. Throws CommandError if the form cannot be requested. */
export type MoveFormReader = (
  context: ConsoleContext,
  fields: Readonly<Record<string, string>>,
  person: ConsolePerson,
) => Promise<MoveRequest>;

export function buildTextFact(label: string, text: string, tone: MoveFact['tone'] = 'plain'): MoveFact {
  return { label, sum: null, text, form: 'text', tone };
}

export function buildAddressFact(label: string, address: string): MoveFact {
  return { label, sum: null, text: address, form: 'address', tone: 'plain' };
}

export function buildAmountFact(label: string, amount: Amount, tone: MoveFact['tone'] = 'plain'): MoveFact {
  const sum = { amount: formatExactAmount(amount), unit: amount.asset.code };
  return { label, sum, text: '', form: 'text', tone };
}
