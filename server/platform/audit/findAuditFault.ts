import type { Database, Queryable } from '../database/database.ts';
import type { Persons } from '../persons/readPersons.ts';
import type { PurposeKeys } from '../secrets.ts';
import { type AuditSeal, isSealedAfter, NO_SEAL_BEFORE } from './auditSeal.ts';
import { allSeals, hashOfLine, hasSeal } from './auditSealStore.ts';
import { findBrokenAudit } from './auditStore.ts';

export type AuditWitnesses = {
  /** Undefined: seals are not checked. */
  readonly keys: PurposeKeys | undefined;
  /** What was written down outside of the database. */
  readonly anchors: readonly AuditSeal[];
  readonly persons: Persons;
};

/** What of the history is not as it was written, in an operator's words; undefined where all of it is. */
export async function findAuditFault(database: Database, witnesses: AuditWitnesses): Promise<string | undefined> {
  const broken = await findBrokenAudit(database);
  if (broken !== undefined) return `the history is broken at line ${broken}`;
  if (witnesses.persons.brokenAt !== undefined)
    return `statements about persons were taken out before ${witnesses.persons.brokenAt}`;
  return (await sealFault(database, witnesses)) ?? anchorFault(database, witnesses);
}

async function sealFault(database: Queryable, { keys, persons }: AuditWitnesses): Promise<string | undefined> {
  if (!keys) return undefined;
  let previous: Buffer = NO_SEAL_BEFORE;
  for (const seal of await allSeals(database)) {
    if (!isSealedAfter(keys, previous, seal)) return `the seal of line ${seal.lineId} was not made by the server`;
    const fault = await lineFault(database, persons, seal);
    if (fault) return `${fault} since it was sealed`;
    previous = seal.seal;
  }
  return undefined;
}

async function anchorFault(database: Queryable, { anchors, persons }: AuditWitnesses): Promise<string | undefined> {
  for (const anchor of anchors) {
    const fault = await lineFault(database, persons, anchor);
    if (fault) return `${fault} since it was anchored`;
    if (!(await hasSeal(database, anchor.seal))) return `the seal of line ${anchor.lineId} was taken out or made anew`;
  }
  return undefined;
}

/** What has become of that which was sealed. */
export async function lineFault(
  database: Queryable,
  persons: Pick<Persons, 'hashes'>,
  { lineId, lineHash, personsHead }: AuditSeal,
): Promise<string | undefined> {
  const hash = await hashOfLine(database, lineId);
  if (!hash) return `line ${lineId} was taken out`;
  if (!hash.equals(lineHash)) return `line ${lineId}, or one before it, was written anew`;
  return persons.hashes.has(personsHead) ? undefined : `a statement about persons was taken out before line ${lineId}`;
}
