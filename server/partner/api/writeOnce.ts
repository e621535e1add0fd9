import type { Database, Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { seal, unsealAny } from '../../platform/sealing.ts';
import { equalBytes, type PurposeKeys, sha256 } from '../../platform/secrets.ts';
import { beginWrite, findCompletedWrite, saveAnswer, type WriteName } from './writeStore.ts';

export type IdempotentWriteContext = { readonly database: Database; readonly sealingKeys: PurposeKeys };

/**
 * Executes a write and records it in the same transaction: a repeated request gets the same answer and changes nothing. A
 * refused request leaves no record. Throws `idempotency_conflict` if a different request used the same key, and the error of
 * `checkReplay` if the stored answer has become useless.
 */
export async function writeOnce(
  { database, sealingKeys }: IdempotentWriteContext,
  name: WriteName,
  input: unknown,
  work: (transaction: Transaction) => Promise<unknown>,
  checkReplay: (answer: unknown, transaction: Transaction) => Promise<void> = async () => {},
): Promise<unknown> {
  const requestHash = sha256(JSON.stringify(input));
  const sealedFor = JSON.stringify([name.partnerId, name.call, name.idempotencyKey]);
  return database.repeatableTransaction(async (transaction) => {
    if (await beginWrite(transaction, name, requestHash)) {
      const answer = await work(transaction);
      await saveAnswer(transaction, name, seal(sealingKeys[0], sealedFor, Buffer.from(JSON.stringify(answer))));
      return answer;
    }
    const done = await findCompletedWrite(transaction, name);
    if (!equalBytes(done.requestHash, requestHash)) throw new AppError('idempotency_conflict');
    const answer = JSON.parse(unsealAny(sealingKeys, sealedFor, done.sealedAnswer).toString()) as unknown;
    await checkReplay(answer, transaction);
    return answer;
  });
}
