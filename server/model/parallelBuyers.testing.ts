import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import type { Database } from '../platform/database/database.ts';
import { exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { findOrderById } from '../purchase/order/orderStore.ts';
import { storeBuyer, storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { assessGuards, type GuardContext } from '../purchase/payment/assessment/assessOrder.ts';
import type { RiskRule } from '../risk/riskRules.ts';
import type { ModelBase } from './hostileOrder.testing.ts';

const SUBJECTS = ['buyer', 'card', 'address'] as const;
/** Limit per subject and day, in cents; and what a buyer may pay without a document. */
const LIMIT_CENTS = 300_000n;
const UNDOCUMENTED_CENTS = 200_000n;

/** Concurrent payments, while money of earlier rounds is released. */
type PaymentRound = {
  readonly payments: readonly {
    readonly buyer: number;
    readonly card: number;
    readonly address: number;
    readonly cents: number;
  }[];
  readonly released: readonly number[];
};
type Crowd = readonly PaymentRound[];

const few = fc.nat({ max: 2 });
const anyCents = fc.constantFrom(20_000, 90_000, 150_000, 300_000);

/** A few buyers, cards and addresses in every combination. */
export const anyCrowd: fc.Arbitrary<Crowd> = fc.array(
  fc.record({
    payments: fc.array(fc.record({ buyer: few, card: few, address: few, cents: anyCents }), {
      minLength: 2,
      maxLength: 8,
    }),
    released: fc.array(fc.nat({ max: 20 }), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);

type AdmittedPayment = {
  readonly id: number;
  readonly cents: bigint;
  readonly names: readonly string[];
  readonly person: string;
};

/** Lets a crowd pay, and returns each limit that was exceeded at the end of a round, or not restored after the last. */
export async function payConcurrently(base: ModelBase, crowd: Crowd): Promise<readonly string[]> {
  const { database } = base;
  const unique = randomUUID();
  const buyers = await Promise.all([0, 1, 2].map((index) => storeBuyer(database, `${unique}${index}@example.com`)));
  const context = createGuardContext(base);
  const admitted: AdmittedPayment[] = [];
  const faults: string[] = [];
  // Orders that were admitted without a document.
  const undocumented = new Set<number>();

  async function pay({ buyer, card, address, cents }: PaymentRound['payments'][number]): Promise<void> {
    const units = BigInt(cents);
    const [buyerId = '', fingerprint, target] = [
      buyers[buyer],
      `card ${card} ${unique}`,
      `address ${address} ${unique}`,
    ];
    const orderFields = { buyerId, address: target, clientAddress: '', euroCents: units };
    const { id } = await storeOrder(database, { ...orderFields, pay: createAmount(exampleOrder.pay.asset, units) });
    await database.run(sql`update orders set status = 'authorizing', authorized_units = pay_units where id = ${id}`);
    const order = await findOrderById(database, id);
    if (!order) throw new Error('the order is gone');
    const { risk, identity } = await assessGuards(context, order, { card: createCard(fingerprint) });
    if (identity === 'accepted') undocumented.add(id);
    if (risk === 'clear') admitted.push({ id, cents: units, names: [buyerId, fingerprint, target], person: buyerId });
    // An order that is not admitted ends, so that it reserves nothing.
    else await endOrder(database, id);
  }

  async function release(index: number): Promise<void> {
    const [one] = admitted.length > 0 ? admitted.splice(index % admitted.length, 1) : [];
    if (one) await endOrder(database, one.id);
  }

  for (const { payments, released } of crowd) {
    await Promise.all([...released.map(release), ...payments.map(pay)]);
    for (const name of new Set(admitted.flatMap(({ names }) => names)))
      if (sum(admitted.filter(({ names }) => names.includes(name))) > LIMIT_CENTS) faults.push(`too much of ${name}`);
    for (const person of buyers)
      if (sum(admitted.filter((one) => one.person === person && undocumented.has(one.id))) > UNDOCUMENTED_CENTS)
        faults.push(`too much without a document by ${person}`);
  }
  while (admitted.length > 0) await release(0);
  await pay({ buyer: 0, card: 0, address: 0, cents: Number(LIMIT_CENTS) });
  if (admitted.length === 0) faults.push('released amounts are not available again');
  return faults;
}

function createGuardContext({ database, context }: ModelBase): GuardContext {
  const riskRules = SUBJECTS.map((of): RiskRule => {
    const above = parseDecimal(String(LIMIT_CENTS / 100n));
    return { name: `${of}_amount`, of, measure: 'amount', within: 'day', above, outcome: 'hold' };
  });
  const rules = { ...context.rules, identityAboveEuroCents: UNDOCUMENTED_CENTS };
  return { ...context, database, rules, riskRules: () => riskRules };
}

async function endOrder(database: Database, id: number): Promise<void> {
  await database.run(sql`update orders set status = 'cancelled', authorized_units = 0 where id = ${id}`);
}

function createCard(fingerprint: string) {
  return { paymentMethodId: 'pm', brand: 'visa', last4: '4242', expiryMonth: 1, expiryYear: 2030, fingerprint };
}

function sum(some: readonly AdmittedPayment[]): bigint {
  return some.reduce((total, { cents: each }) => total + each, 0n);
}
