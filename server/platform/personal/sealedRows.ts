import type { Queryable } from '../database/database.ts';
import { seal, unseal } from '../sealing.ts';
import { findDataKeys, insertDataKey, lockDataKeyOfSubject } from './dataKeyStore.ts';
import { PersonalDataError } from './personalDataError.ts';
import type { DataKey, DataKeySubject, PersonalKeys } from './personalKeys.ts';

declare const sealed: unique symbol;
/** The content of a `sealed` column: statements accept no other value for it. */
export type SealedValue<Facts> = Buffer & { readonly [sealed]: Facts };

/** Seals and opens the personal facts of a table's rows. `row`: its primary key. */
export type SealedRows<Facts> = {
  seal(database: Queryable, row: string, subject: DataKeySubject, facts: Facts): Promise<SealedValue<Facts>>;
  /** Seals many rows of one subject, in order. */
  sealAll(
    database: Queryable,
    subject: DataKeySubject,
    rows: readonly { readonly row: string; readonly facts: Facts }[],
  ): Promise<SealedValue<Facts>[]>;
  /** Opens rows, in order. Throws a {@link PersonalDataError}. */
  openAll(database: Queryable, rows: readonly SealedRow[]): Promise<Facts[]>;
  open(database: Queryable, row: SealedRow): Promise<Facts>;
};

/** A stored row; null if it has no personal facts. */
export type SealedRow = { readonly row: string; readonly sealed: Buffer | null };

type FactsCodec<Facts> = { readonly empty: Facts | undefined; write(facts: Facts): Buffer; read(bytes: Buffer): Facts };

/** Layout: one version byte, sixteen bytes of the data key's id, then the output of `sealing.ts`. */
const VERSION = 1;
const KEY_ID_END = 17;

/**
 * Returns the only access to a table's column `sealed`, whose facts are stored as JSON. `empty`: the facts of a row whose
 * column is null, if the table allows that.
 */
export function sealedRows<Facts extends object>(table: string, empty?: Facts): SealedRows<Facts> {
  return createSealedRows<Facts>(table, {
    empty,
    write: (facts) => Buffer.from(JSON.stringify(facts)),
    read: (bytes) => JSON.parse(bytes.toString()) as Facts,
  });
}

/** Like {@link sealedRows}, for a table of files. */
export function sealedFiles(table: string, empty?: Buffer): SealedRows<Buffer> {
  return createSealedRows<Buffer>(table, { empty, write: (bytes) => bytes, read: (bytes) => bytes });
}

function createSealedRows<Facts>(table: string, { empty, write, read }: FactsCodec<Facts>): SealedRows<Facts> {
  const sealWith = ({ id, key }: DataKey, row: string, facts: Facts) =>
    Buffer.concat([
      Buffer.from([VERSION]),
      Buffer.from(id.replaceAll('-', ''), 'hex'),
      seal(key, buildAdditionalData(table, row), write(facts)),
    ]) as SealedValue<Facts>;

  async function openAll(database: Queryable, rows: readonly SealedRow[]): Promise<Facts[]> {
    const ids = rows.flatMap((row) => (row.sealed === null ? [] : [readDataKeyId(table, row.row, row.sealed)]));
    const keys = await openDataKeys(database, new Set(ids));
    return rows.map(({ row, sealed: bytes }) => {
      if (bytes === null) {
        if (empty === undefined) throw createDamagedError(table, row);
        return empty;
      }
      const { key } = requireDataKey(keys, readDataKeyId(table, row, bytes));
      try {
        return read(unseal(key, buildAdditionalData(table, row), bytes.subarray(KEY_ID_END)));
      } catch {
        throw createDamagedError(table, row);
      }
    });
  }

  async function sealAll(
    database: Queryable,
    subject: DataKeySubject,
    rows: readonly { readonly row: string; readonly facts: Facts }[],
  ): Promise<SealedValue<Facts>[]> {
    const key = await findOrCreateDataKey(database, subject);
    return rows.map(({ row, facts }) => sealWith(key, row, facts));
  }

  return {
    sealAll,
    openAll,
    async seal(database, row, subject, facts) {
      return sealWith(await findOrCreateDataKey(database, subject), row, facts);
    },
    async open(database, row) {
      const [facts] = await openAll(database, [row]);
      return facts as Facts;
    },
  };
}

/** Returns the additional authenticated data of a value: it can be opened only in its own row. */
function buildAdditionalData(table: string, row: string): string {
  return JSON.stringify([table, 'sealed', row]);
}

function readDataKeyId(table: string, row: string, bytes: Buffer): string {
  if (bytes[0] !== VERSION || bytes.length < KEY_ID_END) throw createDamagedError(table, row);
  return bytes.toString('hex', 1, KEY_ID_END).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function createDamagedError(table: string, row: string): PersonalDataError {
  return new PersonalDataError(
    'damaged',
    `the sealed value of ${table} ${row} was truncated or changed, or belongs to another row`,
  );
}

function requireDataKey(keys: ReadonlyMap<string, DataKey>, id: string): DataKey {
  const key = keys.get(id);
  if (!key)
    throw new PersonalDataError('shredded', `the data key ${id} was deleted: what it sealed can no longer be read`);
  return key;
}

/** Returns the subject's data key, creating it if needed. */
export async function findOrCreateDataKey(database: Queryable, subject: DataKeySubject): Promise<DataKey> {
  const keys = requirePersonalKeys(database);
  const found = await lockDataKeyOfSubject(database, subject);
  if (found) return keys.findOpened(found.id) ?? keys.open(found);
  await insertDataKey(database, keys.make(subject));
  // Another process may have inserted its key first: the stored key is used.
  const storedKey = await lockDataKeyOfSubject(database, subject);
  if (!storedKey) throw new PersonalDataError('shredded', `the data key of ${subject} was shredded while it was made`);
  return keys.open(storedKey);
}

async function openDataKeys(database: Queryable, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, DataKey>> {
  if (ids.size === 0) return new Map();
  const keys = requirePersonalKeys(database);
  const openedKeys = [...ids].flatMap((id) => keys.findOpened(id) ?? []);
  const missingIds = [...ids].filter((id) => keys.findOpened(id) === undefined);
  const found = missingIds.length === 0 ? [] : (await findDataKeys(database, missingIds)).map((row) => keys.open(row));
  return new Map([...openedKeys, ...found].map((key) => [key.id, key]));
}

function requirePersonalKeys({ personalKeys }: Queryable): PersonalKeys {
  if (!personalKeys)
    throw new PersonalDataError('no_keys', 'PERSONAL_DATA_KEYS is missing: set it as the server has it');
  return personalKeys;
}
