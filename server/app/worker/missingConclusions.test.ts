import { type MethodTraits, methodTraits } from '@slipway/contract/entities/payMethods.ts';
import { expect, test } from 'vitest';
import type { Chain } from '../../providers/chain/chainPort.ts';
import { type Outcome, ok } from '../../providers/outcome.ts';
import type { GuardFor } from '../../purchase/order/machine/guards.ts';
import type { EffectName } from '../../purchase/order/machine/transitions.ts';
import type { FactsByKind, OrderEvent } from '../../purchase/order/orderEventKinds.ts';
import { concludeDone, retryConclusions } from '../../purchase/order/stepRunner/conclusion.ts';
import { defineStep, loadOrderSubject, type Step } from '../../purchase/order/stepRunner/defineStep.ts';
import { orderSteps } from './steps.ts';

/**
 * Omissions that must not compile. The type checker reads this file: an expected error that does not occur is itself an
 * error.
 */
test('an event without one of its facts, or with a fact of another event, does not compile', () => {
  // @ts-expect-error: `units` is missing
  const captured: OrderEvent = { kind: 'payment_captured', key: 'k', facts: { attemptId: 'a', paymentId: 'p' } };
  // @ts-expect-error: the acquirer's fee is missing, which may be unknown
  const feeless: FactsByKind<'payment_captured'> = { attemptId: 'a', paymentId: 'p', units: 1n };
  // @ts-expect-error: the assessment before the capture is missing
  const unjudged: FactsByKind<'hold_cleared'> = {};
  const other: OrderEvent = {
    kind: 'refund_settled',
    key: 'k',
    // @ts-expect-error: `wasSettled` is a fact of another event
    facts: { refundId: 'r', units: 1n, wasSettled: true },
  };
  expect([captured, feeless, unjudged, other]).toHaveLength(4);
});

test('a guard for facts that its event lacks does not compile', () => {
  const fits: GuardFor<'payment_captured'> = 'amount_as_requested';
  // @ts-expect-error: the event of a closed payment window has no amount
  const misfit: GuardFor<'payment_window_closed'> = 'amount_as_requested';
  // @ts-expect-error: a declined payment has no assessment
  const unjudged: GuardFor<'payment_declined'> = 'all_clear';
  expect([fits, misfit, unjudged]).toHaveLength(3);
});

test('a step without a conclusion for an outcome or a refusal does not compile', async () => {
  const queryState = async (): Promise<Outcome<string, 'too_early' | 'too_late'>> => ok('now');
  const base = { effect: 'sync_payment', while: ['authorizing'], about: loadOrderSubject, call: queryState } as const;
  const answers = { ok: () => concludeDone(), ...retryConclusions };
  const refused = { too_early: () => concludeDone(), too_late: () => concludeDone() };
  const { too_late: _, ...early } = refused;
  const { unknown: __, ...certain } = answers;
  const whole = defineStep({ ...base, conclusions: { ...answers, refused } });
  // @ts-expect-error: the conclusion for the refusal `too_late` is missing
  const silent = defineStep({ ...base, conclusions: { ...answers, refused: early } });
  // @ts-expect-error: the conclusion for an unknown outcome is missing
  const hopeful = defineStep({ ...base, conclusions: { ...certain, refused } });
  expect([whole, silent, hopeful].map((step) => step.effect)).toEqual(Array(3).fill('sync_payment'));
});

test('an effect without a step does not compile', () => {
  const { watch_payout: _, ...others } = orderSteps;
  // @ts-expect-error: the step of `watch_payout` is missing
  const steps: { readonly [Effect in EffectName]: Step<never> } = others;
  expect(Object.keys(steps)).not.toContain('watch_payout');
});

test('a method or a chain without traits does not compile', () => {
  // @ts-expect-error: the other traits are missing
  const cheque: MethodTraits = { money: 'received', wallet: undefined };
  // @ts-expect-error: `traits` is missing
  const chain: Pick<Chain, 'traits' | 'network'> = { network: 'eip155:1' };
  expect([cheque, chain, methodTraits.bank_transfer.money]).toHaveLength(3);
});
