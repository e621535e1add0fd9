import { orderStatuses } from '@slipway/contract/entities/order.ts';
import { createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import fc from 'fast-check';
import type { Order } from './order.ts';
import {
  type Assessment,
  type EventKind,
  eventKinds,
  type FactsByKind,
  type FillFacts,
  type OrderEvent,
} from './orderEventKinds.ts';
import { unsentReasons } from './unsentReasonRules.ts';

const EURO = fiatAsset('EUR');
export const BITCOIN: Asset = { id: 'bip122:000000000019d6689c085ae165831e93/slip44:0', code: 'BTC', decimals: 8 };

const units = fc.bigInt({ min: 0n, max: 20_000n });
const euros = units.map((some) => createAmount(EURO, some));
/** Times that the database can store. */
const time = fc.date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') });

/** Any order, even an impossible one: at most one transition may ever match. */
export const anyOrder: fc.Arbitrary<Order> = fc
  .record({
    status: fc.constantFrom(...orderStatuses),
    heldFrom: fc.option(fc.constantFrom(...orderStatuses.filter((status) => status !== 'on_hold'))),
    holdRequested: fc.boolean(),
    payMethod: fc.constantFrom('credit_debit_card' as const, 'bank_transfer' as const),
    authorized: euros,
    captured: euros,
    received: euros,
    refunded: euros,
    surplus: euros,
    disputed: euros,
    clawedBack: euros,
    frozen: fc.boolean(),
    currentAttemptId: fc.option(fc.constantFrom('att_1', 'att_2')),
    triesLeft: fc.integer({ min: 0, max: 3 }),
    paymentDeadline: time,
    payoutSigned: fc.boolean(),
    revertedPayouts: fc.integer({ min: 0, max: 3 }),
  })
  .map((some) => ({ ...exampleOrder, ...some }));

export const anyAssessment: fc.Arbitrary<Assessment> = fc.record(
  {
    risk: fc.constantFrom('clear' as const, 'hold' as const),
    identity: fc.constantFrom('accepted' as const, 'needed' as const),
    driftedUnits: fc.option(units, { nil: undefined }),
  },
  { requiredKeys: ['risk', 'identity'] },
);

/** The fill of the example in docs/money.md, The ledger. */
export const exampleFill: FillFacts = {
  clientOrderId: 'EXAMPLE-1',
  base: 'BTC',
  baseAsset: BITCOIN,
  quote: 'EUR',
  filledBase: '0.00155891',
  cost: '93.8152038',
  fees: [{ currency: 'BTC', amount: '0.00000156' }],
};

const attemptId = fc.constantFrom('att_1', 'att_2', 'att_3');
const anyUnits = fc.oneof(units, fc.constant(10_000n));
const noFacts = fc.constant({});
const attempt = fc.record({ attemptId });
const payment = { attemptId, paymentId: fc.constant('pi_1') };
const payout = { payoutId: fc.constant('pay_1') };
const refund = { refundId: fc.constant('ref_1'), units: anyUnits };
const reason = fc.constantFrom('declined', 'anything');
const fill = fc.record({ fill: fc.option(fc.constant(exampleFill)) });
const networkFee = fc.option(fc.constant({ asset: BITCOIN.id, decimals: 8, units: 1_500n }));
const channel = fc.constantFrom(null, 'acquirer' as const, 'bank' as const);
const failure = fc.record({
  ...refund,
  channel,
  reason,
  wasSettled: fc.boolean(),
});
const dispute = { paymentId: fc.constant('pi_1'), disputeId: fc.constantFrom('dp_1', 'dp_2') };
const assessed = fc.record({ assessment: anyAssessment });

const providerFields = { providerOrderId: fc.constant('px_1'), status: fc.constantFrom('pending', 'done') };
const atProvider = fc.record(providerFields);

/** Any facts of each kind, even unlikely ones. */
export const anyFacts: { readonly [Kind in EventKind]: fc.Arbitrary<FactsByKind<Kind>> } = {
  payment_submitted: attempt,
  payment_authorized: fc.record({
    ...payment,
    units: anyUnits,
    captureBefore: fc.option(time),
    assessment: anyAssessment,
  }),
  payment_action_required: fc.record(payment),
  payment_declined: fc.record({ attemptId, reason }),
  payment_unknown: attempt,
  payment_received: fc.record({
    receiptId: fc.constant('receipt_1'),
    units: anyUnits,
    assessment: fc.option(anyAssessment),
  }),
  payment_window_closed: noFacts,
  payment_captured: fc.record({ ...payment, units: anyUnits, acquirerFeeUnits: fc.constantFrom(null, 0n, 175n) }),
  capture_failed: fc.record({ attemptId, reason }),
  hold_released: attempt,
  authorization_expired: fc.record(payment),
  void_refused: fc.record({ attemptId, reason }),
  buyer_cancelled: noFacts,
  identity_processing: noFacts,
  identity_accepted: assessed,
  identity_rejected: noFacts,
  identity_timed_out: noFacts,
  requote_accepted: fc.record({ units: anyUnits, assessment: anyAssessment }),
  requote_declined: fc.record({ units: anyUnits }),
  consent_timed_out: noFacts,
  conversion_started: noFacts,
  conversion_filled: fill,
  conversion_partial: fill,
  conversion_unknown: noFacts,
  conversion_failed: fc.record({ reason }),
  risk_flagged: fc.record({ reason }),
  payment_disputed: fc.record({
    ...dispute,
    units: anyUnits,
    disputeFeeUnits: fc.constantFrom(null, 2_000n),
  }),
  dispute_won: fc.record({ ...dispute, units: fc.option(anyUnits), disputeFeeUnits: fc.constantFrom(null, 2_000n) }),
  dispute_lost: fc.record({ ...dispute, units: anyUnits }),
  dispute_reversed: fc.record({ ...dispute, units: anyUnits }),
  payment_recalled: fc.record({ receiptId: fc.constant('receipt_1'), units: anyUnits }),
  payment_warned: fc.record({ paymentId: fc.constant('pi_1'), warningId: fc.constant('issfr_1') }),
  payout_submitted: fc.record({ ...payout, transactionId: fc.constant('tx_1') }),
  payout_unknown: fc.record(payout),
  payout_confirmed: fc.record({ ...payout, transactionId: fc.constant('tx_1'), networkFee }),
  payout_final: fc.record(payout),
  payout_cancelled: fc.record({ ...payout, networkFee }),
  payout_refused: fc.record({ reason }),
  funds_short: noFacts,
  funds_short_too_long: noFacts,
  unsent_too_long: fc.record({ reason: fc.constantFrom(...unsentReasons) }),
  payout_dropped: fc.record(payout),
  payout_stuck: fc.record(payout),
  payout_reverted: fc.record({ ...payout, networkFee }),
  payout_reorged: fc.record(payout),
  refund_settled: fc.record({ ...refund, channel }),
  refund_unknown: fc.record(refund),
  refund_failed: failure,
  surplus_returned: fc.record({ ...refund, channel }),
  surplus_return_failed: failure,
  hold_cleared: assessed,
  hold_refused: noFacts,
  hold_lapsing: noFacts,
  external_refund: fc.record(refund),
  external_refund_failed: fc.record(refund),
  conversion_given_up: noFacts,
  frozen: fc.record({ reason }),
  unfrozen: noFacts,
  loss_recovered: fc.record({ receiptId: fc.constant('receipt_2'), units: anyUnits }),
  step_overdue: noFacts,
  provider_paid: atProvider,
  provider_delivering: atProvider,
  provider_delivered: fc.record({ ...providerFields, affiliateUnits: fc.constantFrom(null, 0n, 100n) }),
  provider_held: atProvider,
  provider_failed: fc.record({ ...providerFields, reason }),
  provider_expired: atProvider,
  provider_refunded: atProvider,
};

/** Any event of any kind, with facts of that kind. */
export const anyEvent: fc.Arbitrary<OrderEvent> = fc
  .constantFrom(...eventKinds)
  .chain((kind) =>
    fc.record({ key: fc.uuid(), facts: anyFacts[kind] }).map((fields) => ({ kind, ...fields }) as OrderEvent),
  );

/** The example of docs/money.md, The ledger: 100 EUR to BTC. */
export const exampleOrder: Order = {
  id: 1,
  orderNo: 'EXAMPLE23456789',
  quoteId: 'quote',
  offerType: 'slipway',
  buyerId: 'buyer_1',
  country: 'DE',
  locale: 'en-US',
  partnerId: '0',
  status: 'awaiting_payment',
  exception: 'none',
  dispute: 'none',
  heldFrom: null,
  holdRequested: false,
  reason: null,
  eventSequence: 0,
  payMethod: 'credit_debit_card',
  side: 'Pay',
  payCurrency: 'EUR',
  pay: createAmount(EURO, 10_000n),
  receiveCurrency: 'BTC',
  receive: createAmount(BITCOIN, 155_735n),
  processingFee: createAmount(EURO, 420n),
  networkFee: createAmount(EURO, 123n),
  price: '60724.6845',
  referencePrice: '60123.45',
  euroCents: 10_000n,
  requote: null,
  network: 'bitcoin',
  address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  seal: null,
  walletType: '',
  exchangeName: '',
  redirectUrl: null,
  reference: '',
  refererUrl: '',
  refererOrder: '',
  partnerSession: '',
  clientAddress: '203.0.113.7',
  transferReference: null,
  partnerShare: createAmount(EURO, 0n),
  currentAttemptId: null,
  triesLeft: 3,
  authorized: createAmount(EURO, 0n),
  captured: createAmount(EURO, 0n),
  received: createAmount(EURO, 0n),
  refunded: createAmount(EURO, 0n),
  surplus: createAmount(EURO, 0n),
  surplusReturned: createAmount(EURO, 0n),
  disputed: createAmount(EURO, 0n),
  clawedBack: createAmount(EURO, 0n),
  frozen: false,
  captureBefore: null,
  paymentDeadline: new Date('2026-11-21T12:15:00Z'),
  deadlineAt: null,
  payoutSigned: false,
  revertedPayouts: 0,
  payoutFinal: false,
  createdAt: new Date('2026-11-21T12:00:00Z'),
  updatedAt: new Date('2026-11-21T12:00:00Z'),
};
