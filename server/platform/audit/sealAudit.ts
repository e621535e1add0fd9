import type { Database, Transaction } from '../database/database.ts';
import { loadPersons } from '../persons/personStatementStore.ts';
import type { RootKey } from '../persons/readPersons.ts';
import type { PurposeKeys } from '../secrets.ts';
import { readAnchors, writeAnchor } from './anchorFile.ts';
import { type AuditSeal, isSealedAfter, NO_SEAL_BEFORE, sealAfter } from './auditSeal.ts';
import { hasSeal, insertSeal, lockSeals, newestLine, newestSeals } from './auditSealStore.ts';
import { findBrokenAudit } from './auditStore.ts';
import { lineFault } from './findAuditFault.ts';

export type SealingContext = {
  readonly database: Database;
  readonly keys: PurposeKeys;
  readonly rootKeys: readonly RootKey[];
  /** AUDIT_ANCHOR_FILE. */
  readonly anchorFile: string | undefined;
  /** Called with what is wrong; nothing is sealed then. */
  readonly onFault: (fault: string) => Promise<void>;
};

/**
 * Seals what was added to the history since the last round, and anchors it. What it has sealed itself, or finds anchored,
 * must stand: a database that was put back to an earlier state is noticed while this process runs, or by the anchor.
 */
export function createAuditSealer(context: SealingContext): () => Promise<void> {
  const { database, anchorFile, onFault } = context;
  let seen: AuditSeal | undefined;
  let isRead = false;
  return async () => {
    if (!isRead && anchorFile !== undefined) seen = (await readAnchors(anchorFile)).at(-1);
    isRead = true;
    const round = await database.transaction((transaction) => sealRound(context, transaction, seen));
    if ('fault' in round) {
      await onFault(round.fault);
      return;
    }
    seen = round.newest;
    if (round.added && anchorFile !== undefined) await writeAnchor(anchorFile, await database.now(), round.added);
  };
}

type Round =
  | { readonly fault: string }
  | { readonly newest: AuditSeal | undefined; readonly added: AuditSeal | undefined };

async function sealRound(
  { keys, rootKeys }: SealingContext,
  transaction: Transaction,
  seen: AuditSeal | undefined,
): Promise<Round> {
  await lockSeals(transaction);
  const persons = await loadPersons(transaction, rootKeys);
  if (seen && !(await hasSeal(transaction, seen.seal)))
    return { fault: `the seal of line ${seen.lineId} was taken out` };
  const [last, before] = await newestSeals(transaction, 2);
  if (last && !isSealedAfter(keys, before?.seal ?? NO_SEAL_BEFORE, last))
    return { fault: `the seal of line ${last.lineId} was not made by the server` };
  const fault = last && (await lineFault(transaction, persons, last));
  if (fault) return { fault };
  const line = await newestLine(transaction);
  // What a former key has sealed is sealed once more, so that the former key can go.
  const isByNewest = last !== undefined && isSealedAfter([keys[0]], before?.seal ?? NO_SEAL_BEFORE, last);
  if (!line || (isByNewest && line.lineId === last.lineId && persons.head === last.personsHead))
    return { newest: last, added: undefined };
  const broken = await findBrokenAudit(transaction, last && { id: last.lineId, hash: last.lineHash });
  if (broken !== undefined) return { fault: `the history is broken at line ${broken}` };
  const sealed = { ...line, personsHead: persons.head };
  const added = { ...sealed, seal: sealAfter(keys, last?.seal ?? NO_SEAL_BEFORE, sealed) };
  await insertSeal(transaction, added);
  return { newest: added, added };
}
