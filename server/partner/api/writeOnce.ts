import type { Database, Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { seal, unsealAny } from '../../platform/sealing.ts';
import { equalBytes, type PurposeKeys, sha256 } from '../../platform/secrets.ts';
import { claimWrite, findDoneWrite, keepAnswer, type WriteName } from './writeStore.ts';

export type WriteContext = { readonly database: Database; readonly sealingKeys: PurposeKeys };

/**
 * Does it in one transaction with the record that it was done: the same again is answered the same and does nothing. What is
 * refused leaves no record. Throws `idempotency_conflict` where another request came under the same key, and what `checkReplay`
 * throws for an answer that is of no use any more.
 */
export async function writeOnce(
  { database, sealingKeys }: WriteContext,
  name: WriteName,
  input: unknown,
  work: (transaction: Transaction) => Promise<unknown>,
  checkReplay: (answer: unknown, transaction: Transaction) => Promise<void> = async () => {},
): Promise<unknown> {
  const requestHash = sha256(JSON.stringify(input));
  const sealedFor = JSON.stringify([name.partnerId, name.call, name.idempotencyKey]);
  return database.repeatableTransaction(async (transaction) => {
    if (await claimWrite(transaction, name, requestHash)) {
      const answer = await work(transaction);
      await keepAnswer(transaction, name, seal(sealingKeys[0], sealedFor, Buffer.from(JSON.stringify(answer))));
      return answer;
    }
    const done = await findDoneWrite(transaction, name);
    if (!equalBytes(done.requestHash, requestHash)) throw new AppError('idempotency_conflict');
    const answer = JSON.parse(unsealAny(sealingKeys, sealedFor, done.sealedAnswer).toString()) as unknown;
    await checkReplay(answer, transaction);
    return answer;
  });
}
