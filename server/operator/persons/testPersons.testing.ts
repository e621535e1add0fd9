import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { keyOf, rootsOf } from '../../platform/persons/somePersons.testing.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import { ask } from '../asking.ts';
import type { CommandContext } from '../command.ts';
import { findRequest, type NewRequest } from '../requestStore.ts';
import type { AnswerKeys } from './answerKeyFiles.ts';
import { speak } from './speak.ts';

/** Persons of every role, whose keys the host names. */
export const testRootKeys = rootsOf('anna', 'ben', 'carl', 'dora', 'emil', 'fred', 'gina');

const privateKeys = new Map<string, string>();
const keysInMemory: AnswerKeys = {
  keep: async ({ publicKey, privateKey }) => void privateKeys.set(publicKey, privateKey),
  find: async (publicKey) => privateKeys.get(publicKey),
  forget: async (publicKey) => void privateKeys.delete(publicKey),
};

/** What a command is given that one of {@link testRootKeys} types, with the operator's role in the database, and the clerk's beside it. */
export function typedBy(
  by: string,
  given: Pick<CommandContext, 'database'> & Partial<CommandContext>,
): Omit<CommandContext, 'who'> {
  const shared = { bankFiles: createIso20022Files(), rootKeys: testRootKeys, ...given };
  return {
    signer: keyOf(by),
    answerKeys: keysInMemory,
    why: 'a test',
    options: {},
    ...shared,
    database: roleDatabase(given.database, 'operator'),
    clerk: { ...shared, database: roleDatabase(given.database, 'clerk') },
  };
}

/** A request with its statement, and nobody who waits for what comes of it: its number. */
export async function askAs(
  database: Database,
  wish: Pick<NewRequest, 'action' | 'subject' | 'input'>,
  by = 'anna',
): Promise<number> {
  const { id } = await ask({ database, rootKeys: testRootKeys, signer: keyOf(by), who: by, why: 'a test' }, wish);
  return id;
}

/** A second person's yes to a request, and nobody who does it. */
export async function approveAs(database: Database, id: number, by: string): Promise<void> {
  const request = await findRequest(database, id);
  const speaker = { database, rootKeys: testRootKeys, signer: keyOf(by), who: by, why: 'a test' };
  const statement = await speak(speaker, 'approve', { statement: request?.askedWith ?? '' });
  await database.run(
    sql`update operator_requests set status = 'approved', approved_by = ${by}, approved_with = ${statement} where id = ${id}`,
  );
}
