import sql from 'sql-template-tag';
import type { AnswerKeys } from '../../action/answerKeyFiles.ts';
import type { CommandContext } from '../../action/command.ts';
import { findRequest, type NewRequest } from '../../action/requests/requestStore.ts';
import { signAndSaveStatement } from '../../action/statements/signAndSaveStatement.ts';
import type { Database } from '../../platform/database/database.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { getTestKey, getTestRootKeys } from '../../platform/persons/testPersonKeys.testing.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import { requireAction } from '../actions.ts';
import { signAndSaveRequest } from '../requests/requestAction.ts';
import { ANSWER_ACTS } from '../requests/requestAnswer.ts';

/** The root keys of people, who together have every role. */
export const testRootKeys = getTestRootKeys('anna', 'ben', 'carl', 'dora', 'emil', 'fred', 'gina');

const privateKeys = new Map<string, string>();
const keysInMemory: AnswerKeys = {
  save: async ({ publicKey, privateKey }) => void privateKeys.set(publicKey, privateKey),
  find: async (publicKey) => privateKeys.get(publicKey),
  forget: async (publicKey) => void privateKeys.delete(publicKey),
};

/**
 * Returns the context of a command that is signed by one of {@link testRootKeys}, including the clerk's context.
 */
export function createCommandContext(
  by: string,
  given: Pick<CommandContext, 'database'> & Partial<CommandContext>,
): Omit<CommandContext, 'who'> {
  const shared = { bankFiles: createIso20022Files(), rootKeys: testRootKeys, isSandbox: true, ...given };
  return {
    signer: getTestKey(by),
    answerKeys: keysInMemory,
    why: 'a test',
    options: {},
    ...shared,
    database: roleDatabase(given.database, 'operator'),
    clerk: { ...shared, database: roleDatabase(given.database, 'clerk') },
  };
}

/** Makes a request with its statement, without waiting for its result; returns its number. */
export async function requestAs(
  database: Database,
  { action, ...wanted }: Pick<NewRequest, 'action' | 'subject' | 'input'>,
  by = 'anna',
): Promise<number> {
  const context = { database, rootKeys: testRootKeys, isSandbox: true, signer: getTestKey(by), who: by, why: 'a test' };
  const { id } = await signAndSaveRequest(context, requireAction({ action }), wanted);
  return id;
}

/** Approves a request by a second person, without executing it. */
export async function approveAs(database: Database, id: number, by: string): Promise<void> {
  const request = await findRequest(database, id);
  const context = { database, rootKeys: testRootKeys, isSandbox: true, signer: getTestKey(by), who: by, why: 'a test' };
  const statement = await signAndSaveStatement(context, ANSWER_ACTS.approve, {
    statement: request?.requestStatement ?? '',
  });
  await database.run(
    sql`update operator_requests set status = 'approved', approved_by = ${by}, approved_with = ${statement} where id = ${id}`,
  );
}
