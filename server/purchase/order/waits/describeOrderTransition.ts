import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { nextSteps } from '../machine/stateDeadlines.ts';
import type { EffectName, Transition } from '../machine/transitions.ts';
import type { Order } from '../order.ts';

/** Describes what a transition does to the order, such as `goes to refunding: refund_payment`. */
export function describeOrderTransition(transition: Transition | undefined, order: Order): string {
  if (!transition) return 'nothing: the order does not allow it now';
  if (transition.to === 'held_from') {
    const back = order.heldFrom ?? order.status;
    const step = nextSteps[back];
    return `returns to ${back}${formatEffects(step ? [step.effect] : [])}`;
  }
  const to = transition.to === 'same' ? order.status : transition.to;
  const does = to === order.status ? 'stays as it is' : (ENDINGS[to] ?? `goes to ${to}`);
  return `${does}${formatEffects(transition.effects)}`;
}

const ENDINGS: { readonly [Status in OrderStatus]?: string } = {
  expired: 'expires',
  cancelled: 'is cancelled',
  failed: 'fails',
};

function formatEffects(effects: readonly EffectName[]): string {
  return effects.length === 0 ? '' : `: ${effects.join(', ')}`;
}
