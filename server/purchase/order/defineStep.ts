import { type OrderStatus, orderStatuses } from '@slipway/contract/entities/order.ts';
import type { Outcome } from '../../providers/outcome.ts';
import type { Conclusion, WaitReason } from './conclusion.ts';
import type { Order } from './order.ts';
import type { EffectName } from './transitions.ts';

type Concluded = Conclusion | Promise<Conclusion>;
type Says<Context, About, Said> = (context: Context, about: About, said: Said) => Concluded;

/**
 * One effect of the order machine. `says` has an answer for every outcome and for each refusal by name: one that is
 * forgotten does not compile.
 */
export type StepDefinition<Context, About, Value, Refusal extends string> = {
  readonly effect: EffectName;
  /** The states in which the step means something; a job that comes later does nothing. */
  readonly while: readonly OrderStatus[];
  /** What the step is about: the order with its attempt, its payout. A conclusion instead: there is nothing to ask. */
  readonly about: (context: Context, order: Order, subject: string) => Promise<About | Conclusion>;
  /** The one call to the outside. What must not be lost is committed before it leaves. */
  readonly ask: (context: Context, about: About) => Promise<Outcome<Value, Refusal>>;
  readonly says: {
    readonly ok: Says<Context, About, Value>;
    readonly refused: { readonly [Reason in Refusal]: Says<Context, About, Reason> };
    readonly pending: Says<Context, About, string>;
    readonly unavailable: Says<Context, About, string>;
    readonly unknown: Says<Context, About, string>;
  };
};

/** How one run of a step ended, and what is to be committed of it. */
export type StepRun = {
  readonly outcome: Outcome<unknown, string>['kind'] | 'idle';
  readonly refusal: string | null;
  /** The vendor's own words, as they came. */
  readonly words: string;
  readonly milliseconds: number;
  readonly conclusion: Conclusion;
};

/** A step that {@link runStep} can do; what it is about and what it asks is its own affair. */
export type Step<Context> = {
  readonly effect: EffectName;
  readonly while: readonly OrderStatus[];
  run(context: Context, order: Order, subject: string): Promise<StepRun>;
};

/** For steps that make sense in every state. */
export const ALWAYS: readonly OrderStatus[] = orderStatuses;

/** For steps that are about the order alone. */
export async function aboutOrder(_context: unknown, order: Order): Promise<{ readonly order: Order }> {
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
      if (isConclusion(about)) return { outcome: 'idle', refusal: null, words: '', milliseconds: 0, conclusion: about };
      const begun = performance.now();
      const outcome = await definition.ask(context, about);
      const milliseconds = Math.round(performance.now() - begun);
      return {
        outcome: outcome.kind,
        refusal: outcome.kind === 'refused' ? outcome.reason : null,
        words: wordsOf(outcome),
        milliseconds,
        conclusion: nameCause(await conclude(definition, context, about, outcome), outcome),
      };
    },
  };
}

function conclude<Context, About, Value, Refusal extends string>(
  { says }: StepDefinition<Context, About, Value, Refusal>,
  context: Context,
  about: About,
  outcome: Outcome<Value, Refusal>,
): Concluded {
  if (outcome.kind === 'ok') return says.ok(context, about, outcome.value);
  if (outcome.kind === 'refused') return says.refused[outcome.reason](context, about, outcome.reason);
  return says[outcome.kind](context, about, wordsOf(outcome));
}

/** What an order waits for if the vendor was not asked. */
const waitReasonByCause = {
  signer: 'signer_unavailable',
  comparison: 'not_compared',
  budget: 'vendor_budget',
} as const satisfies Record<string, WaitReason>;

/** Steps that ask the signer ask vendors too: the outcome, not the step, knows which of them is away. */
function nameCause(conclusion: Conclusion, outcome: Outcome<unknown, string>): Conclusion {
  const cause = outcome.kind === 'unavailable' ? outcome.cause : undefined;
  if (cause === undefined || conclusion.kind !== 'waits' || conclusion.reason !== 'vendor_unavailable')
    return conclusion;
  return { ...conclusion, reason: waitReasonByCause[cause] };
}

function wordsOf(outcome: Outcome<unknown, string>): string {
  return 'detail' in outcome ? (outcome.detail ?? '') : '';
}

const KINDS: ReadonlySet<unknown> = new Set<Conclusion['kind']>(['tells', 'waits', 'done']);

function isConclusion(found: object): found is Conclusion {
  return 'kind' in found && KINDS.has(found.kind);
}

/** A step that asks nothing outside: what it does are rows of ours, committed with its conclusion. */
export function defineOwnStep<Context>(definition: {
  readonly effect: EffectName;
  readonly while: readonly OrderStatus[];
  readonly concludes: (context: Context, order: Order, subject: string) => Concluded;
}): Step<Context> {
  return {
    effect: definition.effect,
    while: definition.while,
    async run(context, order, subject) {
      const conclusion = await definition.concludes(context, order, subject);
      return { outcome: 'idle', refusal: null, words: '', milliseconds: 0, conclusion };
    },
  };
}
