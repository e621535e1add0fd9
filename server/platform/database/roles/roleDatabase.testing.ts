import type { Database, Queryable, Transaction } from '../database.ts';
import { getRoleName, type RoleName } from './roleNames.ts';

/** Returns the database with only the rights of a process's role. Tests set up and check data with the owner's rights. */
export function roleDatabase(database: Database, role: RoleName): Database {
  const asRole =
    <T>(work: (transaction: Transaction) => Promise<T>) =>
    async (inner: Transaction): Promise<T> => {
      await inner.executeSql(`set local role ${getRoleName(role)}`);
      return work(inner);
    };
  const transaction: Database['transaction'] = (work) => database.transaction(asRole(work));
  const runInTransaction = <Name extends 'many' | 'one' | 'maybeOne' | 'run'>(name: Name) =>
    ((statement: never) =>
      transaction((inner) => (inner[name] as (sql: never) => Promise<never>)(statement))) as Queryable[Name];
  return {
    ...database,
    transaction,
    repeatableTransaction: (work) => database.repeatableTransaction(asRole(work)),
    many: runInTransaction('many'),
    one: runInTransaction('one'),
    maybeOne: runInTransaction('maybeOne'),
    run: runInTransaction('run'),
  };
}
