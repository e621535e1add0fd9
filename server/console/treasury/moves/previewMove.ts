import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { takesTwo } from '../../../operator/bars/takesTwo.ts';
import { CommandError } from '../../../operator/commandError.ts';
import { offerAct } from '../../acts/offerAct.ts';
import type { ConsoleContext } from '../../consoleContext.ts';
import type { ConsolePerson } from '../../gateway/consoleHandlers.ts';
import { recoverMove, returnMove } from './bankMoves.ts';
import { allowAddressMove, swapMove, topUpMove } from './bookMoves.ts';
import type { Move, ReadMove } from './move.ts';
import type { MoveKind } from './movesPage.ts';
import { withdrawMove } from './withdrawMove.ts';

const MOVES: Readonly<Record<MoveKind, ReadMove>> = {
  withdraw: withdrawMove,
  'top-up': topUpMove,
  swap: swapMove,
  'allow-address': allowAddressMove,
  return: returnMove,
  recover: recoverMove,
};

/** What a filled form asks for, by the judgement that it meets when it is done. */
export async function previewMove(
  context: ConsoleContext,
  { kind, fields }: ConsoleCallInput<'previewMove'>,
  person: ConsolePerson,
): Promise<ConsoleCallData<'previewMove'>> {
  const { database, persons } = context;
  const { action, subject, input, label, effect, facts, against, whyTwo } = await readOrWhy(
    context,
    kind,
    fields,
    person,
  );
  const asked = { action, subject, input, who: person.name, why: '' };
  const offered = offerAct(await persons(database), person, {
    action: kind,
    subject,
    input,
    label,
    effect,
    takesTwo: subject !== '' && (await takesTwo({ database }, asked)),
    against: against === undefined ? undefined : sentence(against),
  });
  return { act: offered, facts: [...facts], whyTwo };
}

async function readOrWhy(
  context: ConsoleContext,
  kind: MoveKind,
  fields: Readonly<Record<string, string>>,
  person: ConsolePerson,
): Promise<Move> {
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
      against: error.message,
      whyTwo: '',
    };
  }
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
