import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import type { StatementSigningContext } from '../../action/statements/signAndSaveStatement.ts';
import { signStatement } from '../../platform/persons/personKey.ts';
import type { PersonRegistry } from '../../platform/persons/personRegistry.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import { lockAndLoadPersons, saveNextPersonStatement } from './savePersonStatement.ts';

type StatementContent = { readonly act: string; readonly arguments: Readonly<Record<string, Json>> };

/**
 * Signs a person statement that follows the newest one, stores it, and returns the people after it. `choose` returns the
 * statement's content, given the people before it. Throws {@link CommandError} if the statement would change nothing.
 */
export async function signPersonStatement(
  context: StatementSigningContext,
  choose: (persons: PersonRegistry) => Promise<StatementContent> | StatementContent,
): Promise<PersonRegistry> {
  const { database, signer, who, why } = context;
  return database.transaction(async (transaction) => {
    const before = await lockAndLoadPersons(transaction, context);
    const { act, arguments: args } = await choose(before);
    const now = await readStatementTime(context);
    const signed = signStatement(
      signer,
      { person: who, act, arguments: args, reason: why },
      { now, head: before.head },
    );
    return saveNextPersonStatement(transaction, context, { before, signed });
  });
}
