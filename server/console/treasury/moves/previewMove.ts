import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { CommandError } from '../../../action/commandError.ts';
import { isRequestApprovalNeeded } from '../../../operator/actions.ts';
import type { ConsoleContext } from '../../consoleContext.ts';
import type { ConsolePerson } from '../../gateway/consoleHandlers.ts';
import { buildActionOption } from '../../requests/buildActionOption.ts';
import { readRecoverMove, readReturnMove } from './bankMoves.ts';
import { readAllowAddressMove, readSwapMove, readTopUpMove } from './bookMoves.ts';
import type { MoveFormReader, MoveRequest } from './move.ts';
import type { MoveKind } from './readMoveForms.ts';
import { readWithdrawMove } from './readWithdrawMove.ts';

const MOVES: Readonly<Record<MoveKind, MoveFormReader>> = {
  withdraw: readWithdrawMove,
  'top-up': readTopUpMove,
  swap: readSwapMove,
  'allow-address': readAllowAddressMove,
  return: readReturnMove,
  recover: readRecoverMove,
};

/** Returns the request of a form, by the same check as its execution; an incomplete or invalid form has the reason instead. */
export async function previewMove(
  context: ConsoleContext,
  { kind, fields }: ConsoleCallInput<'previewMove'>,
  person: ConsolePerson,
): Promise<ConsoleCallData<'previewMove'>> {
  const { database, persons } = context;
  const { action, subject, input, label, effect, facts, problem, approvalNote } = await tryReadMove(
    context,
    kind,
    fields,
    person,
  );
  const request = { action, subject, input, who: person.name, why: '' };
  const option = buildActionOption(await persons(database), person, {
    action: kind,
    subject,
    input,
    label,
    effect,
    needsSecondApproval: subject !== '' && (await isRequestApprovalNeeded({ database }, request)),
    problem: problem === undefined ? undefined : formatSentence(problem),
  });
  return { act: option, facts: [...facts], whyTwo: approvalNote };
}

async function tryReadMove(
  context: ConsoleContext,
  kind: MoveKind,
  fields: Readonly<Record<string, string>>,
  person: ConsolePerson,
): Promise<MoveRequest> {
  try {
    return await MOVES[kind](context, fields, person);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return {
      action: kind,
      subject: '',
      input: {},
      label: '',
      effect: '',
      facts: [],
      problem: error.message,
      approvalNote: '',
    };
  }
}

function formatSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
