import { type Decimal, parseDecimal } from '@slipway/money/decimal.ts';

/** The subject that a rule counts by. */
export type RiskSubject = 'buyer' | 'card' | 'address' | 'ip';
export type RiskWindow = 'hour' | 'day' | 'month';
export type RiskMeasure = 'orders' | 'amount' | 'attempts' | 'declines' | 'cards' | 'buyers';

/** Limits the count or amount within a time window; amounts in euros. */
export type VelocityRule = {
  readonly name: string;
  readonly measure: RiskMeasure;
  readonly of: RiskSubject;
  readonly within: RiskWindow;
  readonly above: Decimal;
  readonly outcome: RiskOutcome;
};

/** Compares two facts that should agree, for orders above an amount. */
export type MismatchRule = {
  readonly name: string;
  readonly measure: 'card_country_differs' | 'payer_name_differs';
  readonly aboveEuroCents: bigint;
  readonly outcome: RiskOutcome;
};

export type RiskRule = VelocityRule | MismatchRule;

/**
 * `refuse`: no order is created and no payment started; if the money is already authorized or received, the order is
 * held instead.
 */
export type RiskOutcome = 'hold' | 'refuse';

export type RiskDecision = { readonly outcome: 'clear' } | { readonly outcome: RiskOutcome; readonly rule: string };

/** Activity of a subject within a window, including the judged order. Amounts in euro cents. */
export type Velocity = Readonly<Record<RiskMeasure, bigint>>;

/** The input of the rules, read from the database just before they are judged. */
export type RiskFacts = {
  readonly addressDenied: boolean;
  /** An operator requested a hold before there was anything to hold. */
  readonly holdRequested: boolean;
  readonly euroCents: bigint;
  readonly velocities: Readonly<Partial<Record<RiskSubject, Readonly<Record<RiskWindow, Velocity>>>>>;
  /** Undefined if one side of the comparison is unknown. */
  readonly cardCountryDiffers: boolean | undefined;
  readonly payerNameDiffers: boolean | undefined;
};

const CENTS = 100n;

/**
 * Returns the decision. The first of these applies: a denied address, a broken rule that refuses, a broken rule that
 * holds, an operator's request for a hold. Pure.
 */
export function judgeRisk(facts: RiskFacts, rules: readonly RiskRule[]): RiskDecision {
  if (facts.addressDenied) return { outcome: 'refuse', rule: 'address_denied' };
  const broken = rules.filter((rule) => isBroken(rule, facts));
  const [worst] = broken.toSorted((a, b) => Number(b.outcome === 'refuse') - Number(a.outcome === 'refuse'));
  if (worst) return { outcome: worst.outcome, rule: worst.name };
  return facts.holdRequested ? { outcome: 'hold', rule: 'operator' } : { outcome: 'clear' };
}

function isBroken(rule: RiskRule, facts: RiskFacts): boolean {
  if ('of' in rule) {
    const measured = facts.velocities[rule.of]?.[rule.within][rule.measure];
    return measured !== undefined && isLimitExceeded(measured, rule);
  }
  if (facts.euroCents <= rule.aboveEuroCents) return false;
  return (rule.measure === 'card_country_differs' ? facts.cardCountryDiffers : facts.payerNameDiffers) === true;
}

function isLimitExceeded(measured: bigint, { measure, above }: VelocityRule): boolean {
  const scale = 10n ** BigInt(above.scale);
  return measured * scale > above.coefficient * (measure === 'amount' ? CENTS : 1n);
}

/** Returns the subjects that any of the rules counts by: only these have to be read from the database. */
export function listRuleSubjects(rules: readonly RiskRule[]): ReadonlySet<RiskSubject> {
  return new Set(rules.flatMap((rule) => ('of' in rule ? [rule.of] : [])));
}

type StoredRule =
  | {
      readonly measure: RiskMeasure;
      readonly of: RiskSubject;
      readonly within: RiskWindow;
      readonly above: string;
      readonly outcome: RiskOutcome;
      readonly enabled: boolean;
    }
  | {
      readonly measure: MismatchRule['measure'];
      readonly aboveEuro: string;
      readonly outcome: RiskOutcome;
      readonly enabled: boolean;
    };

/** Converts the operator's rows to rules, without those that are disabled. */
export function toRiskRules(rows: ReadonlyMap<string, StoredRule>, toEuroCents: (text: string) => bigint): RiskRule[] {
  return [...rows]
    .filter(([, row]) => row.enabled)
    .map(([name, row]) =>
      'of' in row
        ? {
            name,
            measure: row.measure,
            of: row.of,
            within: row.within,
            above: parseDecimal(row.above),
            outcome: row.outcome,
          }
        : { name, measure: row.measure, aboveEuroCents: toEuroCents(row.aboveEuro), outcome: row.outcome },
    );
}
