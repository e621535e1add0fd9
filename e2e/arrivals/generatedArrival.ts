import fc from 'fast-check';

/** Faults of a link. Half of the generated links have none. */
const FAULTS = ['used', 'expired', 'garbage', 'shortened', 'elsewhere'] as const;

/** Actions of the buyer, or of the network, between the arrival and the payment. */
const ACTS = ['reload', 'go back', 'return', 'second tab', 'offline', 'press', 'other amount', 'other coin'] as const;

export type ArrivalAct = (typeof ACTS)[number];

export const anyArrival = fc.record({
  opener: fc.constantFrom('session', 'link'),
  fault: fc.oneof(fc.constant('none' as const), fc.constantFrom(...FAULTS)),
  network: fc.oneof(fc.constant('online' as const), fc.constantFrom('offline', 'answer lost')),
  cents: fc.integer({ min: 2_500, max: 60_000 }),
  wallet: fc.bigInt({ min: 2n ** 100n, max: 2n ** 159n }),
  // Short pauses: an act comes before, while or after the page has loaded.
  acts: fc.array(fc.record({ act: fc.constantFrom(...ACTS), pauseMs: fc.integer({ min: 0, max: 600 }) }), {
    minLength: 0,
    maxLength: 5,
  }),
});

/** One buyer's arrival with a locked purchase. */
export type GeneratedArrival = typeof anyArrival extends fc.Arbitrary<infer Value> ? Value : never;
