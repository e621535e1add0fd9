import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { sayWith } from '../../platform/persons/personKey.ts';
import { insertPersonStatement, loadPersons, lockPersons } from '../../platform/persons/personStatementStore.ts';
import type { Persons } from '../../platform/persons/readPersons.ts';
import { hashOf } from '../../platform/persons/statement.ts';
import { statementTime } from '../../platform/persons/statementTime.ts';
import { CommandError } from '../commandError.ts';
import type { Speaker } from './speak.ts';

type Said = { readonly act: string; readonly arguments: Readonly<Record<string, Json>>; readonly subject: string };

/**
 * Signs a statement about persons after all that were said, and keeps it: the persons as they are from then on. `choose`
 * says it from the persons as they are. Throws {@link CommandError} for what would change nothing.
 */
export async function sayOfPersons(
  speaker: Speaker,
  choose: (persons: Persons) => Promise<Said> | Said,
): Promise<Persons> {
  const { database, rootKeys, signer, who, why } = speaker;
  return database.transaction(async (transaction) => {
    await lockPersons(transaction);
    const before = await loadPersons(transaction, rootKeys);
    if (before.brokenAt !== undefined)
      throw new CommandError(
        `statements about persons were taken out before ${before.brokenAt}: see docs/operating.md`,
      );
    const { act, arguments: said, subject } = await choose(before);
    const now = await statementTime(speaker);
    const signed = sayWith(signer, { person: who, act, arguments: said, reason: why }, { now, head: before.head });
    await insertPersonStatement(transaction, signed);
    const after = await loadPersons(transaction, rootKeys);
    if (after.ignored.includes(hashOf(signed))) throw new CommandError(`${act}: you may not say that of ${subject}`);
    const line = { who, approvedBy: null, why, action: act, subject: `person ${subject}`, before: null, after: said };
    await appendAudit(transaction, line);
    return after;
  });
}
