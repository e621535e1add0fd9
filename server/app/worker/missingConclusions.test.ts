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
test('an event without one of its facts does not compile', () => {
  // @ts-expect-error: how much was captured
  const captured: OrderEvent = { kind: 'payment_captured', key: 'k', facts: { attemptId: 'a', paymentId: 'p' } };
  // @ts-expect-error: whether the acquirer's fee is known
  const feeless: FactsByKind<'payment_captured'> = { attemptId: 'a', paymentId: 'p', units: 1n };
  // @ts-expect-error: the judgement before the capture
  const unjudged: FactsByKind<'hold_cleared'> = {};
  const other: OrderEvent = {
    kind: 'refund_settled',
    key: 'k',
    // @ts-expect-error: a fact of another kind
    facts: { refundId: 'r', units: 1n, wasSettled: true },
  };
  expect([captured, feeless, unjudged, other]).toHaveLength(4);
});

test('a guard for facts that its event lacks does not compile', () => {
  const fits: GuardFor<'payment_captured'> = 'amount_as_requested';
  // @ts-expect-error: a closed window carries no amount
  const misfit: GuardFor<'payment_window_closed'> = 'amount_as_requested';
  // @ts-expect-error: a decline was not judged
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
  // @ts-expect-error: too_late
  const silent = defineStep({ ...base, conclusions: { ...answers, refused: early } });
  // @ts-expect-error: an answer that was lost
  const hopeful = defineStep({ ...base, conclusions: { ...certain, refused } });
  expect([whole, silent, hopeful].map((step) => step.effect)).toEqual(Array(3).fill('sync_payment'));
});

test('an effect without a step does not compile', () => {
  const { watch_payout: _, ...others } = orderSteps;
  // @ts-expect-error: watch_payout
  const steps: { readonly [Effect in EffectName]: Step<never> } = others;
  expect(Object.keys(steps)).not.toContain('watch_payout');
});

test('a method or a chain without traits does not compile', () => {
  // @ts-expect-error: when it is priced, where it is paid, …
  const cheque: MethodTraits = { money: 'received', wallet: undefined };
  // @ts-expect-error: all of them
  const chain: Pick<Chain, 'traits' | 'network'> = { network: 'eip155:1' };
  expect([cheque, chain, methodTraits.bank_transfer.money]).toHaveLength(3);
});
