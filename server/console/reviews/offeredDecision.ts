import { type Configured, readOnce } from '../../configuration/readOnce.ts';
import { takesTwo } from '../../operator/bars/takesTwo.ts';
import { isAmong, rightOf } from '../../operator/persons/rightOf.ts';
import type { RequestAction } from '../../operator/requestActions.ts';
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

/** As {@link offeredDecision}, of several: by the same reading of the configuration. */
export async function offeredDecisions(
  context: ConsoleContext,
  person: ConsolePerson,
  ways: readonly Way[],
): Promise<OfferedDecision[]> {
  const configured = readOnce(context.database);
  return Promise.all(ways.map((way) => offeredDecision(context, person, way, configured)));
}

/** What a person may decide at this moment, by the table of rights and the bars that the request will meet. */
export async function offeredDecision(
  { database, persons }: ConsoleContext,
  person: ConsolePerson,
  { closed = '', input, ...way }: Way,
  configured?: Configured,
): Promise<OfferedDecision> {
  const { asks = [], approves } = rightOf({ ...way, input }) ?? {};
  const needsTwo = await takesTwo({ database, configured }, { ...way, input, who: person.name, why: '' });
  const why = closed === '' && !isAmong(person.roles, asks) ? `This is for ${asks.join(', ')}.` : closed;
  const { enrolled } = await persons(database);
  const approvers = [...enrolled.values()].filter(
    ({ name, roles }) => name !== person.name && isAmong(roles, approves),
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
