import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import type { SigningRefusal } from '../../providers/chain/signerPort.ts';
import { createFixedScreening } from '../../risk/fixedScreening.testing.ts';
import { reserveNothing } from '../../risk/reserveNothing.testing.ts';
import { createScreening } from '../../risk/screening.ts';
import { type Catalog, requireCrypto } from '../catalog/catalog.ts';
import { insertOrder } from '../order/insertOrder.testing.ts';
import { exampleOrder } from '../order/orderArbitraries.testing.ts';
import { computeOrderSeal, type SealedTerms } from '../order/orderSeal.ts';
import { findOrderById } from '../order/orderStore.ts';
import { silentStepContext } from '../order/silentStepContext.testing.ts';
import type { Step } from '../order/stepRunner/defineStep.ts';
import { runStep } from '../order/stepRunner/runStep.ts';
import { createEventApplier } from '../order/storedOrder.testing.ts';
import { insertAttempt, updateAttempt } from '../payment/attemptStore.ts';
import { emptyPriceBook, type PriceBook } from '../quote/priceBook.ts';
import { findDelivery } from './currentDelivery.ts';
import { createFakeChain, type FakeChainKind } from './fakeChain.testing.ts';
import { cancelPayout } from './forms/cancelPayout.ts';
import { bumpPayout } from './steps/bumpPayout.ts';
import { rebroadcastPayout } from './steps/rebroadcastPayout.ts';
import { sendPayout } from './steps/sendPayout.ts';
import { syncPayout } from './steps/syncPayout.ts';
import { watchPayout } from './steps/watchPayout.ts';

const catalog = seededSettings().catalog;
const ether = requireCrypto(catalog, 'ETH');
const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));
const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

/** Paid orders whose ether has been bought, on their own database. Call once, at the top of a test file. */
export async function openConvertedOrders() {
  const { database } = await openOwnDatabase(6);

  /** A paid order whose ether has been bought. Each has its own chain, so that nonces begin at zero. */
  async function createConvertedOrder(
    overrides: {
      readonly denied?: readonly string[];
      /** Terms in the seal that differ from the stored order. */
      readonly sealedWith?: Partial<SealedTerms>;
      readonly staleList?: boolean;
      /** Why the signer refuses the order. */
      readonly refused?: SigningRefusal;
      readonly kind?: FakeChainKind;
      readonly mostPayees?: number;
      readonly units?: bigint;
      readonly address?: string;
      readonly sharedWith?: ReturnType<typeof createFakeChain>;
      readonly book?: PriceBook;
      readonly maximumFee?: () => string;
    } = {},
  ) {
    const network = `${ether.network.chain}:${randomUUID()}`;
    const fake = overrides.sharedWith ?? createFakeChain(network, ether.asset, overrides.kind, overrides.mostPayees);
    const orderNo = randomUUID();
    const promised = {
      ...exampleOrder,
      orderNo,
      receiveCurrency: 'ETH',
      network: ether.network.id,
      receive: createAmount(ether.asset, overrides.units ?? 29_000_000_000_000_000n),
      address: overrides.address ?? ADDRESS,
    };
    const orderId = await database.transaction((transaction) =>
      insertOrder(transaction, {
        ...promised,
        buyerId: null,
        quoteId: orderNo,
        seal: computeOrderSeal(keys.orderSeal, { ...promised, ...overrides.sealedWith }),
        paymentDeadline: new Date(Date.now() + 900_000),
        submissionHash: Buffer.alloc(32),
        guestHash: null,
      }),
    );
    const apply = createEventApplier(database, orderId);
    const payment = { attemptId: `att_${orderNo}`, paymentId: `pi_${orderNo}`, units: promised.pay.units };
    await payByCard(orderId, payment);
    if (overrides.refused) fake.signer.refuses.set(orderNo, overrides.refused);
    await apply('payment_submitted', { attemptId: payment.attemptId });
    const assessment = { risk: 'clear', identity: 'accepted' } as const;
    await apply('payment_authorized', { ...payment, captureBefore: null, assessment });
    await apply('payment_captured', { ...payment, acquirerFeeUnits: null });
    await apply('conversion_filled', { fill: null });
    const context = {
      ...silentStepContext,
      database,
      chains: new Map([[ether.network.chain, fake.chain]]),
      signer: fake.signer,
      screening: overrides.staleList
        ? createScreening({
            deniedAddresses: () => [],
            lists: () => [undefined],
            maximumAgeMs: () => 0,
            editionMaximumAgeMs: () => 0,
          })
        : createFixedScreening(overrides.denied ?? []),
      keys,
      prices: () => overrides.book ?? emptyPriceBook,
      catalog: overrides.maximumFee ? createCatalogWithMaximumFee(overrides.maximumFee) : catalog,
    };
    const doStep = (step: Step<typeof context>) => () => runStep(context, step, { orderId, subject: '' });
    const steps = {
      send: doStep(sendPayout),
      sync: doStep(syncPayout),
      watch: doStep(watchPayout),
      rebroadcast: doStep(rebroadcastPayout),
      bump: doStep(bumpPayout),
    };
    /** Returns the largest network fee of each signed form, oldest form first. */
    const fees = async () => {
      const forms = await database.many<{ fee: string }>(sql`
        select v.unsigned ->> 'fee' as fee from payout_variants v join payouts p on p.batch_id = v.payout_id
        where p.order_id = ${orderId} order by v.number`);
      return forms.map(({ fee }) => BigInt(fee));
    };
    const alerts = () =>
      database.many<{ kind: string; facts: Record<string, unknown> }>(
        sql`select kind, facts from operator_alerts where order_id = ${orderId} order by id`,
      );
    const order = async () => findOrderById(database, orderId);
    const cancel = async () => {
      const current = await order();
      const delivery = current && (await findDelivery(context, current));
      if (!delivery) throw new Error('there is no payout');
      return cancelPayout(context, delivery, 'cancelled');
    };
    /** Returns the conclusion of the order's newest journal row. */
    const readConclusion = async () => {
      const newest = await database.maybeOne<{ conclusion: string }>(
        sql`select conclusion from order_steps where order_id = ${orderId} order by id desc limit 1`,
      );
      return newest?.conclusion;
    };
    const payouts = () =>
      database.many<{ status: string; nonce: number }>(
        sql`select status, nonce from payouts where order_id = ${orderId} order by nonce`,
      );
    return { ...fake, context, orderId, orderNo, steps, order, payouts, readConclusion, fees, alerts, cancel };
  }

  async function payByCard(
    orderId: number,
    { attemptId, paymentId }: { readonly attemptId: string; readonly paymentId: string },
  ): Promise<void> {
    const order = await findOrderById(database, orderId);
    if (!order) throw new Error(`order ${orderId} is gone`);
    const attempt = { id: attemptId, orderId, submissionId: randomUUID(), savedCardId: null, saveCard: false };
    await database.transaction(async (transaction) =>
      insertAttempt(await reserveNothing(transaction, 'attempt'), { ...attempt, confirmationToken: null }),
    );
    const news = { clientSecret: null, refusal: null, card: undefined };
    await updateAttempt(database, attemptId, { ...news, status: 'captured', paymentId });
  }

  /** Advances the product's clock. */
  async function advanceClock(seconds: number): Promise<void> {
    await database.run(sql`update clock set offset_seconds = offset_seconds + ${seconds}`);
  }

  /** Cancels orders left over from a test, so that they are not batched with those of the next. */
  async function cancelOpenOrders(): Promise<void> {
    await database.run(sql`update orders set status = 'cancelled' where status in ('converted', 'delivering')`);
  }
  return { database, createConvertedOrder, advanceClock, cancelOpenOrders };
}

/** The catalog with a maximum fee that an operator can change at runtime. */
function createCatalogWithMaximumFee(maximumFee: () => string): Catalog {
  const networks = catalog.networks.map((network) => ({
    ...network,
    get maximumFee() {
      return maximumFee();
    },
  }));
  return { ...catalog, networks };
}
