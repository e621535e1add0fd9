import type { Database, Transaction } from '../database/database.ts';
import type { RootKey } from '../persons/personRegistry.ts';
import { loadPersonRegistry } from '../persons/personStatementStore.ts';
import type { PurposeKeys } from '../secrets.ts';
import { appendAnchor, readAnchors } from './anchorFile.ts';
import { type AuditSeal, computeSeal, INITIAL_SEAL, isValidSeal } from './auditSeal.ts';
import { findNewestLine, hasSeal, insertSeal, listNewestSeals, lockSeals } from './auditSealStore.ts';
import { findBrokenAuditLine } from './auditStore.ts';
import { findLineFault } from './findAuditFault.ts';

export type SealingContext = {
  readonly database: Database;
  readonly keys: PurposeKeys;
  readonly rootKeys: readonly RootKey[];
  /** AUDIT_ANCHOR_FILE. */
  readonly anchorFile: string | undefined;
  /** Called with the fault; nothing is sealed then. */
  readonly onFault: (fault: string) => Promise<void>;
};

/**
 * Returns a function that seals and anchors what was added since the last round. It requires that its previous seal, or the
 * last anchored one, still exists. It thus detects a database that is restored to an earlier state while this process runs.
 * With the anchor file it also detects an earlier restore.
 */
export function createAuditSealer(context: SealingContext): () => Promise<void> {
  const { database, anchorFile, onFault } = context;
  let lastSeal: AuditSeal | undefined;
  let isRead = false;
  return async () => {
    if (!isRead && anchorFile !== undefined) lastSeal = (await readAnchors(anchorFile)).at(-1);
    isRead = true;
    const round = await database.transaction((transaction) => sealRound(context, transaction, lastSeal));
    if ('fault' in round) {
      await onFault(round.fault);
      return;
    }
    lastSeal = round.newest;
    if (round.added && anchorFile !== undefined) await appendAnchor(anchorFile, await database.now(), round.added);
  };
}

type SealingRound =
  | { readonly fault: string }
  | { readonly newest: AuditSeal | undefined; readonly added: AuditSeal | undefined };

async function sealRound(
  { keys, rootKeys }: SealingContext,
  transaction: Transaction,
  lastSeal: AuditSeal | undefined,
): Promise<SealingRound> {
  await lockSeals(transaction);
  const persons = await loadPersonRegistry(transaction, rootKeys);
  if (lastSeal && !(await hasSeal(transaction, lastSeal.seal)))
    return { fault: `the seal of line ${lastSeal.lineId} was removed` };
  const [last, before] = await listNewestSeals(transaction, 2);
  if (last && !isValidSeal(keys, before?.seal ?? INITIAL_SEAL, last))
    return { fault: `the seal of line ${last.lineId} was not made by the server` };
  const fault = last && (await findLineFault(transaction, persons, last));
  if (fault) return { fault };
  const line = await findNewestLine(transaction);
  // Reseals what a former key sealed, so that the former key can be removed.
  const isByNewest = last !== undefined && isValidSeal([keys[0]], before?.seal ?? INITIAL_SEAL, last);
  if (!line || (isByNewest && line.lineId === last.lineId && persons.head === last.personsHead))
    return { newest: last, added: undefined };
  const broken = await findBrokenAuditLine(transaction, last && { id: last.lineId, hash: last.lineHash });
  if (broken !== undefined) return { fault: `the audit trail is broken at line ${broken}` };
  const sealed = { ...line, personsHead: persons.head };
  const added = { ...sealed, seal: computeSeal(keys, last?.seal ?? INITIAL_SEAL, sealed) };
  await insertSeal(transaction, added);
  return { newest: added, added };
}
