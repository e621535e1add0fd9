import type { Role } from '@slipway/contract/entities/roles.ts';
import { takesTwo } from '../../operator/bars/takesTwo.ts';
import type { RequestAction } from '../../operator/requestStore.ts';
import { actOf } from '../../platform/persons/requested.ts';
import { type Right, rights } from '../../platform/persons/rights.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';

/** A way on, as its command would ask for it. */
export type Way = {
  readonly key: string;
  readonly action: RequestAction;
  readonly subject: string;
  readonly input: Readonly<Record<string, string>>;
  readonly label: string;
  readonly effect: string;
  /** Why nobody can take it now; empty where it stands open. */
  readonly closed?: string;
};

export type OfferedDecision = Omit<Way, 'closed' | 'input'> & {
  readonly input: Record<string, string>;
  readonly allowed: boolean;
  readonly why: string;
  readonly takesTwo: boolean;
  readonly approvers: string[];
};

/** What a person may decide at this moment, by the table of rights and the bars that the request will meet. */
export async function offeredDecision(
  { database, persons }: ConsoleContext,
  person: ConsolePerson,
  { closed = '', input, ...way }: Way,
): Promise<OfferedDecision> {
  const { asks, approves }: Right = rights[actOf(way.action)];
  const needsTwo = await takesTwo({ database }, { ...way, input, who: person.name, why: '' });
  const may = (roles: readonly Role[], named: readonly Role[]) => roles.some((role) => named.includes(role));
  const why = closed === '' && !may(person.roles, asks) ? `This is for ${asks.join(', ')}.` : closed;
  const { enrolled } = await persons(database);
  const approvers = [...enrolled.values()].filter(
    ({ name, roles }) => name !== person.name && may([...roles], approves ?? []),
  );
  return {
    ...way,
    input: { ...input },
    allowed: why === '',
    why,
    takesTwo: needsTwo,
    approvers: needsTwo ? approvers.map(({ name }) => name).toSorted() : [],
  };
}
