import type { Database, Queryable } from '../database.ts';
import { databaseRole, type RoleName } from './roleNames.ts';

/** The same database, with a process's rights and no others: what a test lays and looks at stays the owner's. */
export function roleDatabase(database: Database, role: RoleName): Database {
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (inner) => {
      await inner.executeSql(`set local role ${databaseRole(role)}`);
      return work(inner);
    });
  const alone = <Name extends keyof Queryable>(name: Name) =>
    ((statement: never) =>
      transaction((inner) => (inner[name] as (sql: never) => Promise<never>)(statement))) as Queryable[Name];
  return {
    ...database,
    transaction,
    many: alone('many'),
    one: alone('one'),
    maybeOne: alone('maybeOne'),
    run: alone('run'),
  };
}
