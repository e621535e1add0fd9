import type { Settings } from '../../configuration/settings.ts';
import {
  judgeRisk,
  type RiskFacts,
  type RiskRule,
  type RiskWindow,
  type Velocity,
  type VelocityRule,
} from '../../risk/riskRules.ts';
import type { PastOrder } from './pastOrderStore.ts';

/**
 * Counts of stopped orders. `furtherChecks`: orders that would require more of the buyer, or a second approval. `good`:
 * stopped orders that were in fact delivered, and not disputed unless the dispute was won.
 */
export type StoppedCounts = { refused: number; held: number; furtherChecks: number; good: number };

const HOUR_MS = 3_600_000;
const WINDOWS: Readonly<Record<RiskWindow, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS, month: 720 * HOUR_MS };

/** Returns whether the rule depends on orders only: past cards and payment attempts are not read. */
export function isReplayed(rule: RiskRule): rule is VelocityRule {
  return 'of' in rule && (rule.of === 'buyer' || rule.of === 'address') && isCounted(rule.measure);
}

function isCounted(measure: VelocityRule['measure']): boolean {
  return measure === 'orders' || measure === 'amount' || measure === 'buyers';
}

/**
 * Counts the orders that the rules would refuse or hold. `orders` are sorted, oldest first: each is judged together with
 * the earlier ones of its buyer and of its address.
 */
export function replayRiskRules(
  orders: readonly PastOrder[],
  { riskRules }: Pick<Settings, 'riskRules'>,
): StoppedCounts {
  const stopped: StoppedCounts = { refused: 0, held: 0, furtherChecks: 0, good: 0 };
  const rules = riskRules.filter(isReplayed);
  if (rules.length === 0) return stopped;
  const buyers = new Map<string, PastOrder[]>();
  const addresses = new Map<string, PastOrder[]>();
  for (const order of orders) {
    const facts: RiskFacts = {
      addressDenied: false,
      holdRequested: false,
      euroCents: order.euroCents,
      velocities: {
        ...(order.buyerId !== null && { buyer: computeVelocities(appendToGroup(buyers, order.buyerId, order), order) }),
        address: computeVelocities(appendToGroup(addresses, order.address, order), order),
      },
      cardCountryDiffers: undefined,
      payerNameDiffers: undefined,
    };
    const { outcome } = judgeRisk(facts, rules);
    if (outcome === 'clear') continue;
    stopped[outcome === 'refuse' ? 'refused' : 'held'] += 1;
    if (order.isGood) stopped.good += 1;
  }
  return stopped;
}

function appendToGroup(lists: Map<string, PastOrder[]>, key: string, order: PastOrder): readonly PastOrder[] {
  const list = lists.get(key) ?? [];
  list.push(order);
  lists.set(key, list);
  return list;
}

function computeVelocities(orders: readonly PastOrder[], judged: PastOrder): Readonly<Record<RiskWindow, Velocity>> {
  const within = (window: RiskWindow): Velocity => {
    const since = judged.createdAt.getTime() - WINDOWS[window];
    const counted = orders.filter(({ createdAt }) => createdAt.getTime() > since);
    const paid = counted.filter((order) => order.isRetained || order === judged);
    return {
      orders: BigInt(counted.length),
      amount: paid.reduce((sum, { euroCents }) => sum + euroCents, 0n),
      buyers: BigInt(new Set(counted.map(({ buyerId }) => buyerId)).size),
      attempts: 0n,
      declines: 0n,
      cards: 0n,
    };
  };
  return { hour: within('hour'), day: within('day'), month: within('month') };
}
