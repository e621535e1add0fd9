import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Configured } from '../../configuration/readOnce.ts';
import { takesTwo } from '../../operator/bars/takesTwo.ts';
import { isAmong, rightOfKind } from '../../operator/persons/rightOf.ts';
import { keptBecause } from '../../operator/rowChange.ts';
import type { Person } from '../../platform/persons/readPersons.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';

export type RowAct = ConsoleCallData<'previewChange'>['act'];

type Change = {
  readonly kind: string;
  readonly key: string;
  /** Null takes the row out. */
  readonly fields: Readonly<Record<string, unknown>> | null;
};

/** Who looks at changes, beside whom, and the configuration of this one answer. */
export type Offering = {
  readonly database: ConsoleContext['database'];
  readonly person: ConsolePerson;
  readonly enrolled: Iterable<Pick<Person, 'name' | 'roles'>>;
  readonly configured: Configured;
};

const EFFECTS = {
  set: 'Every process follows it within a second. Orders under way keep what they were made with.',
  remove: 'The row is gone within a second. Orders under way keep what they were made with.',
} as const;

/** Whether this person may ask for a change, and whether a second one has to agree, by the bar that the request will meet. */
export async function rowAct(
  { database, person, enrolled, configured }: Offering,
  { kind, key, fields }: Change,
): Promise<RowAct> {
  const action = fields === null ? 'remove' : 'set';
  const { asks = [], approves } = rightOfKind(kind) ?? {};
  const input = { change: JSON.stringify({ kind, key, fields: fields ?? {} }) };
  const request = { action, subject: `${kind} ${key}`, input, who: person.name, why: '' } as const;
  const isTwo = await takesTwo({ database, configured }, request);
  const others = [...enrolled].filter(({ name, roles }) => name !== person.name && isAmong(roles, approves));
  const against = againstAsking({ kind, fields, person, asks });
  return {
    action,
    allowed: against === undefined,
    why: against ?? (isTwo ? 'It takes two persons.' : 'One person may, at once.'),
    effect: EFFECTS[action],
    takesTwo: isTwo,
    approvers: isTwo ? [...new Set(others.map(({ name }) => name))].toSorted() : [],
  };
}

function againstAsking({
  kind,
  fields,
  person,
  asks,
}: Pick<Change, 'kind' | 'fields'> & { readonly person: ConsolePerson; readonly asks: readonly string[] }) {
  if (!isAmong(person.roles, asks))
    return `Asked for by ${new Intl.ListFormat('en', { type: 'disjunction' }).format(asks)}.`;
  return fields === null ? keptBecause(kind) : undefined;
}
