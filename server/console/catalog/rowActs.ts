import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { mayBeRemoved } from '../../configuration/changeConfiguration.ts';
import { takesTwo } from '../../operator/bars/takesTwo.ts';
import { type Right, rights } from '../../platform/persons/rights.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';

export type RowAct = ConsoleCallData<'previewChange'>['act'];

export type Change = {
  readonly kind: string;
  readonly key: string;
  /** Null takes the row out. */
  readonly fields: Readonly<Record<string, unknown>> | null;
};

const EFFECTS = {
  set: 'Every process follows it within a second. Orders under way keep what they were made with.',
  remove: 'The row is gone within a second. Orders under way keep what they were made with.',
} as const;

/** Whether this person may ask for a change, and whether a second one has to agree, by the bar that the request will meet. */
export async function rowAct(
  { database, persons }: ConsoleContext,
  person: ConsolePerson,
  { kind, key, fields }: Change,
): Promise<RowAct> {
  const action = fields === null ? 'remove' : 'set';
  const { asks, approves }: Right = rights[action];
  const input = { change: JSON.stringify({ kind, key, fields: fields ?? {} }) };
  const isTwo = await takesTwo({ database }, { action, subject: `${kind} ${key}`, input, who: person.name, why: '' });
  const { enrolled } = await persons(database);
  const others = [...enrolled.values()].filter(
    ({ name, roles }) => name !== person.name && roles.some((role) => approves?.includes(role)),
  );
  const isAsker = person.roles.some((role) => asks.includes(role));
  const isKept = fields === null && !mayBeRemoved(kind);
  return {
    action,
    allowed: isAsker && !isKept,
    why: whyOf({ isAsker, isKept, isTwo, asks, kind }),
    effect: EFFECTS[action],
    takesTwo: isTwo,
    approvers: isTwo ? others.map(({ name }) => name).toSorted() : [],
  };
}

function whyOf(of: {
  readonly isAsker: boolean;
  readonly isKept: boolean;
  readonly isTwo: boolean;
  readonly asks: readonly string[];
  readonly kind: string;
}): string {
  if (!of.isAsker) return `Asked for by ${new Intl.ListFormat('en', { type: 'disjunction' }).format(of.asks)}.`;
  if (of.isKept) return `A ${of.kind} is never removed: orders may name it. It is switched off instead.`;
  return of.isTwo ? 'It takes two persons.' : 'One person may, at once.';
}
