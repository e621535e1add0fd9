import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { PlannedChange } from '../../configuration/changeConfiguration.ts';
import type { Settings } from '../../configuration/settings.ts';
import type { Rules } from '../../platform/config/rules.ts';
import type { PriceBook } from '../../purchase/quote/priceBook.ts';
import type { PastOrder } from './pastOrderStore.ts';
import { isReplayed, replayRiskRules, type StoppedCounts } from './replayRiskRules.ts';
import { repriceOrder } from './repriceOrder.ts';

type Stops = NonNullable<ConsoleCallData<'previewChange'>['stops']>;

/** Thresholds in euros above which an order requires something of the buyer, or a second approval. */
const EURO_THRESHOLDS: Readonly<Record<string, (rules: Rules) => bigint>> = {
  identityAboveEuro: ({ identityAboveEuroCents }) => identityAboveEuroCents,
  travelRuleAboveEuro: ({ travelRuleAboveEuroCents }) => travelRuleAboveEuroCents,
  confirmationAboveEuro: ({ confirmationAboveEuroCents }) => confirmationAboveEuroCents,
  secondPersonAboveEuro: ({ secondPersonAboveEuroCents }) => secondPersonAboveEuroCents,
};

/**
 * Counts the past orders that a country or rule stops, with the current and the new settings; undefined for kinds and rules
 * that stop none.
 */
export function countStoppedOrders(
  { kind, key }: { readonly kind: string; readonly key: string },
  orders: readonly PastOrder[],
  book: PriceBook,
  { now, next }: Pick<PlannedChange, 'now' | 'next'>,
): Pick<Stops, 'now' | 'next' | 'explanation'> | undefined {
  if (kind === 'country') {
    const own = orders.filter(({ isOwn }) => isOwn);
    const count = (settings: Settings) =>
      countStopped(own, 'refused', (order) => repriceOrder(settings, book, order).refused);
    return {
      now: count(now),
      next: count(next),
      explanation:
        'Counts the orders that you fulfil yourself (not external providers) and that these settings would have declined, at the market prices of their time.',
    };
  }
  if (kind === 'risk-rule') {
    const rule = [...now.riskRules, ...next.riskRules].find(({ name }) => name === key);
    const isRuleReplayed = rule === undefined || isReplayed(rule);
    return {
      now: replayRiskRules(orders, now),
      next: replayRiskRules(orders, next),
      explanation: isRuleReplayed
        ? 'Past orders were replayed with the rules on the orders, amounts and buyers of one buyer or address. Other rules are not replayed.'
        : 'This rule checks cards, payment attempts, IP addresses or names, which are not replayed: its effect is unknown.',
    };
  }
  const readThreshold = kind === 'rule' ? EURO_THRESHOLDS[key] : undefined;
  if (!readThreshold) return undefined;
  const count = ({ rules }: Settings) =>
    countStopped(orders, 'furtherChecks', ({ euroCents }) => euroCents > readThreshold(rules));
  return { now: count(now), next: count(next), explanation: 'Counts past orders whose value is above the amount.' };
}

const NONE = { refused: 0, held: 0, furtherChecks: 0 } as const;

function countStopped(
  orders: readonly PastOrder[],
  countAs: 'refused' | 'furtherChecks',
  isStopped: (order: PastOrder) => boolean,
): StoppedCounts {
  const stopped = orders.filter(isStopped);
  return {
    ...NONE,
    [countAs]: stopped.length,
    good: stopped.filter(({ isGood }) => isGood).length,
  };
}
