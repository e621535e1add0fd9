import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Amount } from '@slipway/money/amount.ts';
import { exactAmount } from '../../../ledger/exactAmount.ts';
import type { NewRequest } from '../../../operator/requestStore.ts';
import type { ConsoleContext } from '../../consoleContext.ts';
import type { ConsolePerson } from '../../gateway/consoleHandlers.ts';

export type Fact = ConsoleCallData<'previewMove'>['facts'][number];

/** What a filled form asks for. */
export type Move = Pick<NewRequest, 'action' | 'subject' | 'input'> & {
  readonly label: string;
  readonly effect: string;
  readonly facts: readonly Fact[];
  /** Why it would be refused as things stand; undefined where it would be done. */
  readonly against: string | undefined;
  /** Why a second person is needed, or is not. */
  readonly whyTwo: string;
};

/** Of one kind of form. Throws CommandError for what cannot be asked for at all. */
export type ReadMove = (
  context: ConsoleContext,
  fields: Readonly<Record<string, string>>,
  person: ConsolePerson,
) => Promise<Move>;

export function textFact(label: string, text: string, tone: Fact['tone'] = 'plain'): Fact {
  return { label, sum: null, text, form: 'text', tone };
}

export function addressFact(label: string, address: string): Fact {
  return { label, sum: null, text: address, form: 'address', tone: 'plain' };
}

export function sumFact(label: string, amount: Amount, tone: Fact['tone'] = 'plain'): Fact {
  const sum = { amount: exactAmount(amount), unit: amount.asset.code };
  return { label, sum, text: '', form: 'text', tone };
}
