import { createActionDefiner } from '../../action/action.ts';
import type { ConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import type { AddressScreener } from '../../risk/screening.ts';

export type TreasuryActionContext = {
  readonly database: Database;
  readonly venue: { readonly id: string };
  readonly catalog: Catalog;
  readonly chains: Chains;
  readonly screening: Pick<AddressScreener, 'isDenied'>;
};

export const defineTreasuryAction = createActionDefiner<{
  readonly treasury: TreasuryActionContext;
  readonly configured: ConfigurationReader;
}>();
