import { createAmount, subtractAmounts } from '@slipway/money/amount.ts';
import { type Entry, move, type Posting } from '../../ledger/posting.ts';
import type { BalanceLineKind } from '../../providers/card/balanceLine.ts';
import type { StoredLine } from './acquirerLineStore.ts';

type Rule = { readonly kind: string; postings(line: StoredLine): readonly Posting[] };

/** Posting rules for the acquirer's own lines, which belong to no order. */
const rules: Readonly<Partial<Record<BalanceLineKind, Rule>>> = {
  payout: { kind: 'acquirer_payout', postings: buildPayoutPostings },
  payout_failed: { kind: 'acquirer_payout_failed', postings: buildPayoutPostings },
  fee: {
    kind: 'acquirer_charge',
    postings: ({ amount, fee }) => move(subtractAmounts(amount, fee), 'expense:acquirer', 'asset:acquirer'),
  },
};

/** Returns the entry of a line; undefined if an order posts it, or it has no rule. */
export function buildLineEntry(line: StoredLine): Entry | undefined {
  const rule = rules[line.kind];
  return rule && { kind: rule.kind, key: buildLineKey(line), postings: rule.postings(line) };
}

/** Returns the key under which a line is posted once, by the product or a person. */
export function buildLineKey({ acquirer, id }: Pick<StoredLine, 'acquirer' | 'id'>): string {
  return `acquirer:${acquirer}:${id}`;
}

/** Moves a payout from the account to transit; a failed payout moves back. */
function buildPayoutPostings({ amount, fee }: StoredLine): readonly Posting[] {
  const sent = createAmount(amount.asset, -amount.units);
  return [...move(sent, 'asset:acquirer', 'asset:transit'), ...move(fee, 'asset:acquirer', 'expense:acquirer')];
}
