import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import { sayWith } from '../../platform/persons/personKey.ts';
import type { Persons } from '../../platform/persons/readPersons.ts';
import { statementTime } from '../../platform/persons/statementTime.ts';
import { keepNext, lockedPersons } from './keepOfPersons.ts';
import type { Speaker } from './speak.ts';

type Said = { readonly act: string; readonly arguments: Readonly<Record<string, Json>> };

/**
 * Signs a statement about persons after all that were said, and keeps it: the persons as they are from then on. `choose`
 * says it from the persons as they are. Throws {@link CommandError} for what would change nothing.
 */
export async function sayOfPersons(
  speaker: Speaker,
  choose: (persons: Persons) => Promise<Said> | Said,
): Promise<Persons> {
  const { database, signer, who, why } = speaker;
  return database.transaction(async (transaction) => {
    const before = await lockedPersons(transaction, speaker);
    const { act, arguments: said } = await choose(before);
    const now = await statementTime(speaker);
    const signed = sayWith(signer, { person: who, act, arguments: said, reason: why }, { now, head: before.head });
    return keepNext(transaction, speaker, { before, signed });
  });
}
