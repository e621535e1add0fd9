import type { Queryable } from '../platform/database/database.ts';
import { isPublicAddress } from '../region/publicAddress.ts';
import {
  judgeRisk,
  type RiskDecision,
  type RiskFacts,
  type RiskRule,
  type RiskSubject,
  subjectsOf,
} from './riskRules.ts';
import { type JudgedOrder, type RiskStage, readVelocity, recordDecision } from './riskStore.ts';
import type { AddressScreening } from './screening.ts';

export type RiskContext = {
  readonly database: Queryable;
  readonly screening: AddressScreening;
  readonly riskRules: () => readonly RiskRule[];
};

/** What is known of an order when it is judged. Empty texts and undefined: not known. */
export type RiskQuestion = JudgedOrder & {
  readonly address: string;
  readonly clientAddress: string;
  readonly cardCountry: string;
  /** Where the buyer's card may well come from: their IP's country and the one of their billing address. */
  readonly homeCountries: readonly string[];
  readonly payerNameDiffers: boolean | undefined;
  readonly holdRequested: boolean;
  /** Of an order that is not known to stand: whether it does all the same, and is not to be refused any more. */
  readonly isMade?: ((database: Queryable) => Promise<boolean>) | undefined;
};

/**
 * Judges an order by the operator's rules and keeps the judgement, with all that it was made on. Before there is an order,
 * only the rules that refuse are asked, since there is nothing to hold yet.
 */
export async function judgeOrder(
  context: RiskContext,
  question: RiskQuestion,
  stage: RiskStage,
): Promise<RiskDecision> {
  const begun = stage === 'payment' || stage === 'payout';
  const rules = context.riskRules().filter(({ outcome }) => begun || outcome === 'refuse');
  const screened = context.screening.judge(question.address, new Date());
  const facts: RiskFacts = {
    addressDenied: screened.outcome === 'denied',
    holdRequested: begun && question.holdRequested,
    euroCents: question.euroCents,
    velocities: await readVelocities(context.database, { ...question, stage }, subjectsOf(rules)),
    cardCountryDiffers:
      question.cardCountry === '' ? undefined : !question.homeCountries.includes(question.cardCountry),
    payerNameDiffers: question.payerNameDiffers,
  };
  const decision = judgeRisk(facts, rules);
  if (!begun && decision.outcome !== 'clear' && (await question.isMade?.(context.database)))
    return { outcome: 'clear' };
  // Before there is an order only refusals are kept: a row for each cleared try would fill the table and tell nothing.
  if (begun || decision.outcome !== 'clear') {
    await recordDecision(context.database, {
      orderId: question.orderId,
      buyerId: question.buyerId,
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
  question: RiskQuestion & { readonly stage: RiskStage },
  subjects: ReadonlySet<RiskSubject>,
): Promise<RiskFacts['velocities']> {
  const values: Readonly<Record<RiskSubject, string>> = {
    buyer: question.buyerId ?? '',
    card: question.cardFingerprint,
    address: question.address,
    ip: isPublicAddress(question.clientAddress) ? question.clientAddress : '',
  };
  const asked = (Object.entries(values) as [RiskSubject, string][]).filter(
    ([subject, value]) => value !== '' && subjects.has(subject),
  );
  return Object.fromEntries(
    await Promise.all(
      asked.map(async ([subject, value]) => [subject, await readVelocity(database, subject, value, question)] as const),
    ),
  );
}
