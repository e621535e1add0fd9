import type { Queryable } from '../database/database.ts';
import { seal, unseal } from '../sealing.ts';
import { dataKeyOfSubject, findDataKeys, insertDataKey } from './dataKeyStore.ts';
import { PersonalDataError } from './personalDataError.ts';
import type { DataKey, PersonalKeys, Subject } from './personalKeys.ts';

declare const sealed: unique symbol;
/** What a column `sealed` holds: nothing else can be handed to a statement as one. */
export type Sealed<Facts> = Buffer & { readonly [sealed]: Facts };

/** A row's personal facts on their way in and out. `row`: its primary key. */
export type SealedRows<Facts> = {
  seal(database: Queryable, row: string, subject: Subject, facts: Facts): Promise<Sealed<Facts>>;
  /** Many rows of one subject, in their order. */
  sealAll(
    database: Queryable,
    subject: Subject,
    rows: readonly { readonly row: string; readonly facts: Facts }[],
  ): Promise<Sealed<Facts>[]>;
  /** In their order. Throws a {@link PersonalDataError}. */
  openAll(database: Queryable, rows: readonly SealedRow[]): Promise<Facts[]>;
  open(database: Queryable, row: SealedRow): Promise<Facts>;
};

/** A row as it is stored; null if it has no personal facts. */
export type SealedRow = { readonly row: string; readonly sealed: Buffer | null };

type Form<Facts> = { readonly empty: Facts | undefined; write(facts: Facts): Buffer; read(bytes: Buffer): Facts };

/** One byte of version, sixteen of the data key's id, and then as `sealing.ts` writes. */
const VERSION = 1;
const KEY_ID_END = 17;

/**
 * The only access to a table's column `sealed`, whose facts are stored as JSON. `empty`: the facts of a row whose column is
 * null, where the table allows that.
 */
export function sealedRows<Facts extends object>(table: string, empty?: Facts): SealedRows<Facts> {
  return rowsIn<Facts>(table, {
    empty,
    write: (facts) => Buffer.from(JSON.stringify(facts)),
    read: (bytes) => JSON.parse(bytes.toString()) as Facts,
  });
}

/** As {@link sealedRows}, for a table that keeps files. */
export function sealedFiles(table: string, empty?: Buffer): SealedRows<Buffer> {
  return rowsIn<Buffer>(table, { empty, write: (bytes) => bytes, read: (bytes) => bytes });
}

function rowsIn<Facts>(table: string, { empty, write, read }: Form<Facts>): SealedRows<Facts> {
  const sealWith = ({ id, key }: DataKey, row: string, facts: Facts) =>
    Buffer.concat([
      Buffer.from([VERSION]),
      Buffer.from(id.replaceAll('-', ''), 'hex'),
      seal(key, placeOf(table, row), write(facts)),
    ]) as Sealed<Facts>;

  async function openAll(database: Queryable, rows: readonly SealedRow[]): Promise<Facts[]> {
    const ids = rows.flatMap((row) => (row.sealed === null ? [] : [keyIdOf(table, row.row, row.sealed)]));
    const keys = await dataKeys(database, new Set(ids));
    return rows.map(({ row, sealed: bytes }) => {
      if (bytes === null) {
        if (empty === undefined) throw damaged(table, row);
        return empty;
      }
      const { key } = requireKey(keys, keyIdOf(table, row, bytes));
      try {
        return read(unseal(key, placeOf(table, row), bytes.subarray(KEY_ID_END)));
      } catch {
        throw damaged(table, row);
      }
    });
  }

  async function sealAll(
    database: Queryable,
    subject: Subject,
    rows: readonly { readonly row: string; readonly facts: Facts }[],
  ): Promise<Sealed<Facts>[]> {
    const key = await keyOfSubject(database, subject);
    return rows.map(({ row, facts }) => sealWith(key, row, facts));
  }

  return {
    sealAll,
    openAll,
    async seal(database, row, subject, facts) {
      return sealWith(await keyOfSubject(database, subject), row, facts);
    },
    async open(database, row) {
      const [facts] = await openAll(database, [row]);
      return facts as Facts;
    },
  };
}

/** What a value is bound to: it opens in its own row alone. */
function placeOf(table: string, row: string): string {
  return JSON.stringify([table, 'sealed', row]);
}

function keyIdOf(table: string, row: string, bytes: Buffer): string {
  if (bytes[0] !== VERSION || bytes.length < KEY_ID_END) throw damaged(table, row);
  return bytes.toString('hex', 1, KEY_ID_END).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function damaged(table: string, row: string): PersonalDataError {
  return new PersonalDataError('damaged', `what is sealed in ${table} ${row} was cut, changed, or is another row's`);
}

function requireKey(keys: ReadonlyMap<string, DataKey>, id: string): DataKey {
  const key = keys.get(id);
  if (!key) throw new PersonalDataError('shredded', `the data key ${id} is gone: what it sealed cannot be read`);
  return key;
}

/** The subject's data key, made when it is first needed. */
export async function keyOfSubject(database: Queryable, subject: Subject): Promise<DataKey> {
  const keys = requireKeys(database);
  const found = await dataKeyOfSubject(database, subject);
  if (found) return keys.opened(found.id) ?? keys.open(found);
  await insertDataKey(database, keys.make(subject));
  // Another process may have been first: what counts is what the database has.
  const made = await dataKeyOfSubject(database, subject);
  if (!made) throw new PersonalDataError('shredded', `the data key of ${subject} was shredded while it was made`);
  return keys.open(made);
}

async function dataKeys(database: Queryable, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, DataKey>> {
  if (ids.size === 0) return new Map();
  const keys = requireKeys(database);
  const known = [...ids].flatMap((id) => keys.opened(id) ?? []);
  const asked = [...ids].filter((id) => keys.opened(id) === undefined);
  const found = asked.length === 0 ? [] : (await findDataKeys(database, asked)).map((row) => keys.open(row));
  return new Map([...known, ...found].map((key) => [key.id, key]));
}

function requireKeys({ personalKeys }: Queryable): PersonalKeys {
  if (!personalKeys)
    throw new PersonalDataError('no_keys', 'PERSONAL_DATA_KEYS is missing: set it as the server has it');
  return personalKeys;
}
