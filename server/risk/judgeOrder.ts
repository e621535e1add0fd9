import type { Queryable } from '../platform/database/database.ts';
import { isPublicAddress } from '../region/publicAddress.ts';
import {
  judgeRisk,
  listRuleSubjects,
  type RiskDecision,
  type RiskFacts,
  type RiskRule,
  type RiskSubject,
} from './riskRules.ts';
import { insertRiskDecision, type JudgedOrder, type RiskStage, readVelocity } from './riskStore.ts';
import type { AddressScreener } from './screening.ts';

export type RiskContext = {
  readonly database: Queryable;
  readonly screening: AddressScreener;
  readonly riskRules: () => readonly RiskRule[];
};

/** Facts about an order when it is judged. An empty string or undefined means unknown. */
export type OrderRiskFacts = JudgedOrder & {
  readonly address: string;
  readonly clientAddress: string;
  readonly cardCountry: string;
  /** Plausible countries of the buyer's card: the country of their IP address and of their billing address. */
  readonly homeCountries: readonly string[];
  readonly payerNameDiffers: boolean | undefined;
  readonly holdRequested: boolean;
  /**
   * Returns true if an order that was not known to exist was created in the meantime, so that it must not be refused any
   * more.
   */
  readonly isMade?: ((database: Queryable) => Promise<boolean>) | undefined;
};

/**
 * Judges an order by the deny lists, the operator's rules and a requested hold, and stores the decision with its input. At the
 * stages before the payment only refusals apply, since there is nothing to hold yet, and only refusals are stored.
 */
export async function judgeOrder(context: RiskContext, order: OrderRiskFacts, stage: RiskStage): Promise<RiskDecision> {
  const isPaymentBegun = stage === 'payment' || stage === 'payout';
  const rules = context.riskRules().filter(({ outcome }) => isPaymentBegun || outcome === 'refuse');
  const screened = context.screening.judge(order.address, new Date());
  const facts: RiskFacts = {
    addressDenied: screened.outcome === 'denied',
    holdRequested: isPaymentBegun && order.holdRequested,
    euroCents: order.euroCents,
    velocities: await readVelocities(context.database, { ...order, stage }, listRuleSubjects(rules)),
    cardCountryDiffers: order.cardCountry === '' ? undefined : !order.homeCountries.includes(order.cardCountry),
    payerNameDiffers: order.payerNameDiffers,
  };
  const decision = judgeRisk(facts, rules);
  if (!isPaymentBegun && decision.outcome !== 'clear' && (await order.isMade?.(context.database)))
    return { outcome: 'clear' };
  // Before the payment only refusals are stored: a row for each cleared try would fill the table without any use.
  if (isPaymentBegun || decision.outcome !== 'clear') {
    await insertRiskDecision(context.database, {
      orderId: order.orderId,
      buyerId: order.buyerId,
      stage,
      outcome: decision.outcome,
      rule: decision.outcome === 'clear' ? '' : decision.rule,
      facts: { ...facts, screening: screened },
    });
  }
  return decision;
}

async function readVelocities(
  database: Queryable,
  order: OrderRiskFacts & { readonly stage: RiskStage },
  subjects: ReadonlySet<RiskSubject>,
): Promise<RiskFacts['velocities']> {
  const values: Readonly<Record<RiskSubject, string>> = {
    buyer: order.buyerId ?? '',
    card: order.cardFingerprint,
    address: order.address,
    ip: isPublicAddress(order.clientAddress) ? order.clientAddress : '',
  };
  const subjectValues = (Object.entries(values) as [RiskSubject, string][]).filter(
    ([subject, value]) => value !== '' && subjects.has(subject),
  );
  return Object.fromEntries(
    await Promise.all(
      subjectValues.map(
        async ([subject, value]) => [subject, await readVelocity(database, subject, value, order)] as const,
      ),
    ),
  );
}
