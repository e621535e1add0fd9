import { amountOf, subtractAmounts } from '@slipway/money/amount.ts';
import { type Entry, move, type Posting } from '../../ledger/posting.ts';
import type { BalanceLineKind } from '../../providers/card/balanceLine.ts';
import type { StoredLine } from './acquirerLineStore.ts';

type Rule = { readonly kind: string; postings(line: StoredLine): readonly Posting[] };

/** What is posted of the acquirer's own lines, those that no order knows of. */
const rules: Readonly<Partial<Record<BalanceLineKind, Rule>>> = {
  payout: { kind: 'acquirer_payout', postings: sentToBank },
  payout_failed: { kind: 'acquirer_payout_failed', postings: sentToBank },
  fee: {
    kind: 'acquirer_charge',
    postings: ({ amount, fee }) => move(subtractAmounts(amount, fee), 'expense:acquirer', 'asset:acquirer'),
  },
};

/** Undefined for a line that an order posts, or that nobody has a rule for. */
export function entryOfLine(line: StoredLine): Entry | undefined {
  const rule = rules[line.kind];
  return rule && { kind: rule.kind, key: keyOfLine(line), postings: rule.postings(line) };
}

/** A line is posted under this once, by the product or by a person. */
export function keyOfLine({ acquirer, id }: Pick<StoredLine, 'acquirer' | 'id'>): string {
  return `acquirer:${acquirer}:${id}`;
}

/** Out of the account, and on its way; a payout that failed comes the other way. */
function sentToBank({ amount, fee }: StoredLine): readonly Posting[] {
  const sent = amountOf(amount.asset, -amount.units);
  return [...move(sent, 'asset:acquirer', 'asset:transit'), ...move(fee, 'asset:acquirer', 'expense:acquirer')];
}
