import type { Database, Queryable } from '../database/database.ts';
import type { PersonRegistry } from '../persons/personRegistry.ts';
import type { PurposeKeys } from '../secrets.ts';
import { type AuditSeal, INITIAL_SEAL, isValidSeal } from './auditSeal.ts';
import { findLineHash, hasSeal, listSeals } from './auditSealStore.ts';
import { findBrokenAuditLine } from './auditStore.ts';

export type AuditReferences = {
  /** Undefined: seals are not checked. */
  readonly keys: PurposeKeys | undefined;
  /** Seals recorded outside the database. */
  readonly anchors: readonly AuditSeal[];
  readonly persons: PersonRegistry;
};

/** Returns the first fault of the audit trail as a text for an operator; undefined if it is intact. */
export async function findAuditFault(database: Database, references: AuditReferences): Promise<string | undefined> {
  const broken = await findBrokenAuditLine(database);
  if (broken !== undefined) return `the audit trail is broken at line ${broken}`;
  if (references.persons.brokenAt !== undefined)
    return `statements about people were removed before ${references.persons.brokenAt}`;
  return (await findSealFault(database, references)) ?? findAnchorFault(database, references);
}

async function findSealFault(database: Queryable, { keys, persons }: AuditReferences): Promise<string | undefined> {
  if (!keys) return undefined;
  let previous: Buffer = INITIAL_SEAL;
  for (const seal of await listSeals(database)) {
    if (!isValidSeal(keys, previous, seal)) return `the seal of line ${seal.lineId} was not made by the server`;
    const fault = await findLineFault(database, persons, seal);
    if (fault) return `${fault} since it was sealed`;
    previous = seal.seal;
  }
  return undefined;
}

async function findAnchorFault(
  database: Queryable,
  { anchors, persons }: AuditReferences,
): Promise<string | undefined> {
  for (const anchor of anchors) {
    const fault = await findLineFault(database, persons, anchor);
    if (fault) return `${fault} since it was anchored`;
    if (!(await hasSeal(database, anchor.seal))) return `the seal of line ${anchor.lineId} was removed or replaced`;
  }
  return undefined;
}

/** Returns how the sealed state was altered, or undefined. */
export async function findLineFault(
  database: Queryable,
  persons: Pick<PersonRegistry, 'hashes'>,
  { lineId, lineHash, personsHead }: AuditSeal,
): Promise<string | undefined> {
  const hash = await findLineHash(database, lineId);
  if (!hash) return `line ${lineId} was removed`;
  if (!hash.equals(lineHash)) return `line ${lineId}, or an earlier one, was rewritten`;
  return persons.hashes.has(personsHead) ? undefined : `a statement about people was removed before line ${lineId}`;
}
