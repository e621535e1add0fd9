import { expect, test, vi } from 'vitest';
import { PAYER_ACCOUNT } from '../purchase/refund/testBank.testing.ts';
import type { bindOrder, isPromised } from '../signer/bindOrder.ts';
import { type Act, type Attack, type Change, runAttacks, sampleAttacks } from './compromiseActs.testing.ts';
import type { Weakness } from './compromisedSigner.testing.ts';
import { openCompromiseWorld } from './compromiseWorld.testing.ts';

const binding = vi.hoisted(() => ({ isOff: false }));
vi.mock(import('../signer/bindOrder.ts'), async (importOriginal) => {
  const own = await importOriginal();
  const bindLoosely: typeof bindOrder = (catalog, order) => {
    const crypto = catalog.cryptos.get(order.receiveCurrency);
    return crypto && { ...order, crypto };
  };
  const promiseLoosely: typeof isPromised = ({ address }, _network, { to }) => to === address;
  return {
    bindOrder: (...given) => (binding.isOff ? bindLoosely(...given) : own.bindOrder(...given)),
    isPromised: (...given) => (binding.isOff ? promiseLoosely(...given) : own.isPromised(...given)),
  };
});

const world = await openCompromiseWorld();

/** `npm run prove` searches each fault with this many generated attacks; `npm test` uses the attack that reveals it. */
const WITHIN = Number(process.env['COMPROMISE_WITHIN'] ?? 0);

type Fault = { readonly weakness: Weakness; readonly attack: Attack };

function buildPaymentActs(order: number, ...changes: readonly Change[]): readonly Act[] {
  return [
    { kind: 'changeOrder', order, as: 0, changes, by: 'worker' },
    { kind: 'payHonestly', order, nonce: 9 },
  ];
}

/** Indexes of orders among those that compromiseOrders.testing.ts stores. */
const [POL, UNPAID, RECALLED] = [1, 5, 14];
const faults: Readonly<Record<string, Fault>> = {
  'a payout may be worth more than was paid': {
    weakness: { environment: { SIGNER_VALUE_PERCENT: 1_000_000 } },
    attack: { hasSecret: true, acts: buildPaymentActs(0, 'double') },
  },
  "the worker's folder is trusted like the bank's": {
    weakness: { believesWorkerFolder: true },
    attack: {
      hasSecret: false,
      acts: [
        { kind: 'forgeBooking', order: RECALLED, account: PAYER_ACCOUNT, cents: 10_000 },
        { kind: 'payHonestly', order: RECALLED, nonce: 9 },
      ],
    },
  },
  "a payment's row is trusted like the acquirer's answer": {
    weakness: { believesAttempts: true },
    attack: { hasSecret: false, acts: [{ kind: 'payHonestly', order: UNPAID, nonce: 9 }] },
  },
  'unsigned rows of the configuration are trusted': {
    weakness: { believesRows: true },
    attack: {
      hasSecret: true,
      acts: [{ kind: 'writeRows', name: 'every coin is priced as POL' }, ...buildPaymentActs(0, 'double')],
    },
  },
  'any withdrawal needs only one person': {
    weakness: { environment: { SIGNER_SECOND_APPROVAL_ABOVE_EUR: 1_000_000_000 } },
    attack: { hasSecret: false, acts: [{ kind: 'withdraw', row: 1 }] },
  },
  'a coin, its digits and its network are not bound together': {
    weakness: { isUnbound: true },
    attack: { hasSecret: true, acts: buildPaymentActs(POL, 'asset') },
  },
};

test.each(Object.entries(faults))('detects a planted fault: %s', async (_name, { weakness, attack }) => {
  binding.isOff = weakness.isUnbound ?? false;
  const attacks = WITHIN > 0 ? sampleAttacks(WITHIN, 7) : [attack];
  const { gained } = await runAttacks(world, attacks, { weakness, untilGain: true });
  binding.isOff = false;
  expect(gained).toBeGreaterThan(0n);
  // The fault causes the gain.
  expect((await runAttacks(world, [attack])).gained).toBe(0n);
});

test('reports coins of an order that is sealed for another address as redirected, not as gained', async () => {
  const acts = buildPaymentActs(0, 'toAttacker');
  expect(await runAttacks(world, [{ hasSecret: true, acts }])).toMatchObject({ gained: 0n, redirected: 9_559n });
  expect(await runAttacks(world, [{ hasSecret: false, acts }])).toMatchObject({ gained: 0n, redirected: 0n });
});
