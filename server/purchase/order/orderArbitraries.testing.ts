import { orderStatuses } from '@slipway/contract/entities/order.ts';
import fc from 'fast-check';
import type { Assessment, EventData } from './events.ts';
import type { Order } from './order.ts';

const units = fc.bigInt({ min: 0n, max: 20_000n });
const time = fc.date({ noInvalidDate: true });

/** Any order, possible or not: the table must never be of two minds about one. */
export const anyOrder: fc.Arbitrary<Order> = fc
  .record({
    status: fc.constantFrom(...orderStatuses),
    heldFrom: fc.option(fc.constantFrom(...orderStatuses.filter((status) => status !== 'on_hold'))),
    holdRequested: fc.boolean(),
    payMethod: fc.constantFrom('credit_debit_card' as const, 'bank_transfer' as const),
    payUnits: fc.constant(10_000n),
    authorizedUnits: units,
    capturedUnits: units,
    receivedUnits: units,
    refundedUnits: units,
    surplusUnits: units,
    currentAttemptId: fc.option(fc.constantFrom('att_1', 'att_2')),
    triesLeft: fc.integer({ min: 0, max: 3 }),
    paymentDeadline: time,
    payoutSigned: fc.boolean(),
    revertedPayouts: fc.integer({ min: 0, max: 3 }),
  })
  .map((some) => ({ ...exampleOrder, ...some }));

const assessment: fc.Arbitrary<Assessment> = fc.record(
  {
    risk: fc.constantFrom('clear' as const, 'hold' as const),
    identity: fc.constantFrom('accepted' as const, 'needed' as const),
    driftedUnits: fc.option(units, { nil: undefined }),
  },
  { requiredKeys: ['risk', 'identity'] },
);

export const anyEventData: fc.Arbitrary<EventData> = fc.record(
  {
    attemptId: fc.constantFrom('att_1', 'att_2', 'att_3'),
    units: fc.oneof(units, fc.constant(10_000n)),
    assessment,
    reason: fc.constantFrom('declined', 'anything'),
  },
  { requiredKeys: [] },
);

/** The example of money.md, section 3: 100 EUR to BTC. */
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
  payUnits: 10_000n,
  receiveCurrency: 'BTC',
  receiveUnits: 155_735n,
  processingFeeUnits: 420n,
  networkFeeUnits: 123n,
  price: '60724.6845',
  referencePrice: '60123.45',
  euroCents: 10_000n,
  requoteUnits: null,
  network: 'bitcoin',
  address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  addressMac: Buffer.alloc(32),
  walletType: '',
  exchangeName: '',
  redirectUrl: null,
  clientAddress: '203.0.113.7',
  transferReference: null,
  partnerShareUnits: 0n,
  currentAttemptId: null,
  triesLeft: 3,
  authorizedUnits: 0n,
  capturedUnits: 0n,
  receivedUnits: 0n,
  refundedUnits: 0n,
  surplusUnits: 0n,
  surplusReturnedUnits: 0n,
  captureBefore: null,
  paymentDeadline: new Date('2026-11-21T12:15:00Z'),
  deadlineAt: null,
  payoutSigned: false,
  revertedPayouts: 0,
  createdAt: new Date('2026-11-21T12:00:00Z'),
  updatedAt: new Date('2026-11-21T12:00:00Z'),
};
