import sql, { type Sql } from 'sql-template-tag';
import type { AttackerAccess } from './compromiseWorld.testing.ts';

type RowWrite = { readonly fields: object | null; readonly where: Sql };

/** Configuration changes by which a signer that trusted them would skip checks, miscalculate, or stop paying. */
const ROW_WRITES = {
  'every coin is priced as POL': { fields: { marketBase: 'POL' }, where: sql`kind = 'crypto'` },
  'a coin is priced as USDC': { fields: { marketBase: 'USDC' }, where: sql`kind = 'crypto' and key = 'ETH'` },
  'tokens have 18 digits': { fields: { decimals: 18 }, where: sql`kind = 'crypto' and value -> 'decimals' = '6'` },
  'ether has 6 digits': { fields: { decimals: 6 }, where: sql`kind = 'crypto' and key like 'ETH%'` },
  'a token has another contract': {
    fields: { asset: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    where: sql`kind = 'crypto' and key = 'USDC'`,
  },
  'a coin is on another network': { fields: { network: 'ethereum' }, where: sql`kind = 'crypto' and key = 'POL'` },
  'a network is another chain': {
    fields: { chain: 'eip155:987654321987' },
    where: sql`kind = 'network' and key = 'polygon'`,
  },
  'fees are paid in another coin': { fields: { nativeCrypto: 'USDC' }, where: sql`kind = 'network'` },
  "the operator's account is a thief's": {
    fields: { account: 'DE02120300000000202051' },
    where: sql`kind = 'transfer-account'`,
  },
  'one person is enough': { fields: { value: 'no' }, where: sql`kind = 'rule' and key = 'limitsNeedSecondApproval'` },
  'there is no account': { fields: null, where: sql`kind = 'transfer-account'` },
  'there are no rows': { fields: null, where: sql`true` },
} as const satisfies Readonly<Record<string, RowWrite>>;

export type RowWriteName = keyof typeof ROW_WRITES;
export const ROW_WRITE_NAMES = Object.keys(ROW_WRITES) as RowWriteName[];

/** Makes one of the configuration changes with the clerk's rights. Returns false if the database refuses it. */
export function writeRows({ as }: Pick<AttackerAccess, 'as'>, name: RowWriteName): Promise<boolean> {
  const { fields, where }: RowWrite = ROW_WRITES[name];
  const change = fields
    ? sql`update configuration set value = value || ${JSON.stringify(fields)}::jsonb, changed_at = clock_timestamp()`
    : sql`delete from configuration`;
  return as('clerk', (transaction) => transaction.run(sql`${change} where ${where}`));
}
