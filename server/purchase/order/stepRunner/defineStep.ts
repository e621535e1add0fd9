import { type OrderStatus, orderStatuses } from '@slipway/contract/entities/order.ts';
import type { Outcome } from '../../../providers/outcome.ts';
import type { EffectName } from '../machine/transitions.ts';
import type { Order } from '../order.ts';
import type { Conclusion, WaitReason } from './conclusion.ts';

type Concluded = Conclusion | Promise<Conclusion>;
type OutcomeHandler<Context, About, Detail> = (context: Context, about: About, outcome: Detail) => Concluded;

/**
 * The definition of one effect of the order machine. `conclusions` maps every outcome and every refusal to a conclusion; a
 * missing one is a compile error.
 */
export type StepDefinition<Context, About, Value, Refusal extends string> = {
  readonly effect: EffectName;
  /** The states in which the step applies; in others its job does nothing. */
  readonly while: readonly OrderStatus[];
  /**
   * Loads the subject of the step, such as the order with its attempt or payout. Returns a conclusion instead if no request
   * is needed.
   */
  readonly about: (context: Context, order: Order, subject: string) => Promise<About | Conclusion>;
  /**
   * Makes the step's external requests; a conclusion may only read prices. Data that must not be lost is committed before.
   */
  readonly call: (context: Context, about: About) => Promise<Outcome<Value, Refusal>>;
  readonly conclusions: {
    readonly ok: OutcomeHandler<Context, About, Value>;
    readonly refused: { readonly [Reason in Refusal]: OutcomeHandler<Context, About, Reason> };
    readonly pending: OutcomeHandler<Context, About, string>;
    readonly unavailable: OutcomeHandler<Context, About, string>;
    readonly unknown: OutcomeHandler<Context, About, string>;
  };
};

/** The result of one run of a step, to be committed. */
export type StepRun = {
  readonly outcome: Outcome<unknown, string>['kind'] | 'idle';
  readonly refusal: string | null;
  /** The vendor's message, unmodified. */
  readonly message: string;
  readonly milliseconds: number;
  readonly conclusion: Conclusion;
};

/** A step that {@link runStep} can run; its subject and its request are hidden. */
export type Step<Context> = {
  readonly effect: EffectName;
  readonly while: readonly OrderStatus[];
  run(context: Context, order: Order, subject: string): Promise<StepRun>;
};

/** For steps that apply in every state. */
export const ALL_STATUSES: readonly OrderStatus[] = orderStatuses;

/** The subject of steps that need only the order. */
export async function loadOrderSubject(_context: unknown, order: Order): Promise<{ readonly order: Order }> {
  return { order };
}

export function defineStep<Context, About extends object, Value, Refusal extends string = never>(
  definition: StepDefinition<Context, About, Value, Refusal>,
): Step<Context> {
  return {
    effect: definition.effect,
    while: definition.while,
    async run(context, order, subject) {
      const about = await definition.about(context, order, subject);
      if (isConclusion(about))
        return { outcome: 'idle', refusal: null, message: '', milliseconds: 0, conclusion: about };
      const begun = performance.now();
      const outcome = await definition.call(context, about);
      const milliseconds = Math.round(performance.now() - begun);
      return {
        outcome: outcome.kind,
        refusal: outcome.kind === 'refused' ? outcome.reason : null,
        message: getVendorMessage(outcome),
        milliseconds,
        conclusion: applyCause(await chooseConclusion(definition, context, about, outcome), outcome),
      };
    },
  };
}

function chooseConclusion<Context, About, Value, Refusal extends string>(
  { conclusions }: StepDefinition<Context, About, Value, Refusal>,
  context: Context,
  about: About,
  outcome: Outcome<Value, Refusal>,
): Concluded {
  if (outcome.kind === 'ok') return conclusions.ok(context, about, outcome.value);
  if (outcome.kind === 'refused') return conclusions.refused[outcome.reason](context, about, outcome.reason);
  return conclusions[outcome.kind](context, about, getVendorMessage(outcome));
}

/** Wait reasons by cause, for a request that did not reach the vendor. */
const waitReasonByCause = {
  signer: 'signer_unavailable',
  comparison: 'not_compared',
  budget: 'vendor_budget',
} as const satisfies Record<string, WaitReason>;

/**
 * Replaces the wait reason by that of the outcome's cause: a step that calls the signer also calls vendors, and any of them
 * may be unavailable.
 */
function applyCause(conclusion: Conclusion, outcome: Outcome<unknown, string>): Conclusion {
  const cause = outcome.kind === 'unavailable' ? outcome.cause : undefined;
  if (cause === undefined || conclusion.kind !== 'waits' || conclusion.reason !== 'vendor_unavailable')
    return conclusion;
  return { ...conclusion, reason: waitReasonByCause[cause] };
}

function getVendorMessage(outcome: Outcome<unknown, string>): string {
  return 'detail' in outcome ? (outcome.detail ?? '') : '';
}

const KINDS: ReadonlySet<unknown> = new Set<Conclusion['kind']>(['event', 'waits', 'done']);

function isConclusion(found: object): found is Conclusion {
  return 'kind' in found && KINDS.has(found.kind);
}

/** Defines a step without an external call: it only writes rows, which are committed with its conclusion. */
export function defineLocalStep<Context>(definition: {
  readonly effect: EffectName;
  readonly while: readonly OrderStatus[];
  readonly concludes: (context: Context, order: Order, subject: string) => Concluded;
}): Step<Context> {
  return {
    effect: definition.effect,
    while: definition.while,
    async run(context, order, subject) {
      const conclusion = await definition.concludes(context, order, subject);
      return { outcome: 'idle', refusal: null, message: '', milliseconds: 0, conclusion };
    },
  };
}
