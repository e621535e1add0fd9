import type { Queryable } from '../../platform/database/database.ts';
import type { BuyerAction } from '../requestActions.ts';
import { againstBuyerAct, type BuyerRules } from './againstBuyerAct.ts';
import { readStanding } from './buyerStandingStore.ts';

/** Why what was asked for would be refused in the end, before anybody is called for it; undefined where it would not. */
export async function againstAsking(
  database: Queryable,
  rules: BuyerRules,
  { action, subject, input }: { action: BuyerAction; subject: string; input: Readonly<Record<string, string>> },
): Promise<string | undefined> {
  const standing = await readStanding(database, subject);
  return standing ? againstBuyerAct(action, standing, rules, input) : 'There is no such account.';
}
