import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { isAmong, rightOf } from '../../operator/persons/rightOf.ts';
import type { Persons } from '../../platform/persons/readPersons.ts';
import type { Requested } from '../../platform/persons/requested.ts';
import type { Act } from '../../platform/persons/rights.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';

export type OfferedAct = ConsoleCallData<'alert'>['ways'][number];

type Offer = Requested & {
  /** Of those that statements call as requests do. */
  readonly action: Act;
  readonly label: string;
  readonly effect: string;
  readonly takesTwo: boolean;
  /** Why it may not be asked for as things stand, whoever asks; undefined where it may. */
  readonly against?: string | undefined;
};

/** An act as a person may ask for it: by the table of rights, and by how things stand. */
export function offerAct({ enrolled }: Pick<Persons, 'enrolled'>, person: ConsolePerson, offer: Offer): OfferedAct {
  const { action, subject, input, label, effect, takesTwo, against } = offer;
  const { asks = [], approves } = rightOf(offer) ?? {};
  const forOthers = isAmong(person.roles, asks) ? '' : `This is for ${asks.join(', ')}.`;
  const approvers = [...enrolled.values()]
    .filter(({ name, roles }) => name !== person.name && isAmong(roles, approves))
    .map(({ name }) => name);
  const alone = takesTwo && approvers.length === 0 ? 'Nobody else is there who may say yes to it.' : '';
  const why = forOthers || against || alone;
  return {
    act: action,
    action,
    subject,
    input: { ...input },
    label,
    effect,
    allowed: why === '',
    why,
    takesTwo,
    approvers: takesTwo ? [...new Set(approvers)].toSorted() : [],
  };
}
