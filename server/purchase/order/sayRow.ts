import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import type { Order } from './order.ts';
import { nextSteps } from './stateClocks.ts';
import type { EffectName, Transition } from './transitions.ts';

/** A row of the table as a sentence about the order. */
export function sayRow(transition: Transition | undefined, order: Order): string {
  if (!transition) return 'nothing: the order machine has no row for it';
  if (transition.to === 'held_from') {
    const back = order.heldFrom ?? order.status;
    const step = nextSteps[back];
    return `goes back to ${back}${listed(step ? [step.effect] : [])}`;
  }
  const to = transition.to === 'same' ? order.status : transition.to;
  const does = to === order.status ? 'stays as it is' : (ENDINGS[to] ?? `goes to ${to}`);
  return `${does}${listed(transition.effects)}`;
}

const ENDINGS: { readonly [Status in OrderStatus]?: string } = {
  expired: 'expires',
  cancelled: 'is cancelled',
  failed: 'fails',
};

function listed(effects: readonly EffectName[]): string {
  return effects.length === 0 ? '' : `: ${effects.join(', ')}`;
}
