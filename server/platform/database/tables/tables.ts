import type { RoleName } from '../roles/roleNames.ts';
import { accountTables } from './accountTables.ts';
import { moneyTables } from './moneyTables.ts';
import { operatorTables } from './operatorTables.ts';
import { partnerTables } from './partnerTables.ts';
import { platformTables } from './platformTables.ts';
import { purchaseTables } from './purchaseTables.ts';
import { queueTables } from './queueTables.ts';
import type { AccessRights, TableDescriptions, TableRights } from './tableDescription.ts';
import { views } from './views.ts';

/** The product's tables, by area. */
export const tableAreas: readonly (readonly [title: string, tables: TableDescriptions])[] = [
  ['Accounts', accountTables],
  ['Orders', purchaseTables],
  ['Money', moneyTables],
  ['The operator', operatorTables],
  ['Partners', partnerTables],
  ['The server itself', platformTables],
];

const relations = {
  ...accountTables,
  ...purchaseTables,
  ...moneyTables,
  ...operatorTables,
  ...partnerTables,
  ...platformTables,
  ...views,
  ...queueTables,
};

export type RelationName = keyof typeof relations;

/** Every table and view. One without a description fails the tests, and no role may use it. */
export const relationNames = Object.keys(relations) as readonly RelationName[];

/** Returns a role's rights to a table or view. */
export function getTableRights(role: RoleName, name: RelationName): TableRights {
  const [api, worker, signer, clerk, operator] = relations[name].rights;
  return { api, worker, signer, clerk, operator }[role];
}

/** Returns the columns to which a letter of a role's rights is limited; undefined: all of them. */
export function findLimitedColumns(role: RoleName, name: RelationName, letter: string): readonly string[] | undefined {
  const { columns }: AccessRights = relations[name];
  return letter === 'r' || letter === 'a' || letter === 'w' ? columns?.[role]?.[letter] : undefined;
}
