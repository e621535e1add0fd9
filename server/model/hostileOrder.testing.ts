import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { isStep, orderSteps, type StepsContext } from '../app/worker/steps.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { EffectJob } from '../platform/jobs/jobQueue.ts';
import { prepareGiveUp, saveGiveUp } from '../purchase/conversion/giveUpConversion.ts';
import { insertOrder } from '../purchase/order/insertOrder.testing.ts';
import { applyEvent, findTransition } from '../purchase/order/machine/applyEvent.ts';
import { findDeadline, findNextStep } from '../purchase/order/machine/stateDeadlines.ts';
import type { Order } from '../purchase/order/order.ts';
import { BITCOIN, exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import type { OrderEvent } from '../purchase/order/orderEventKinds.ts';
import { computeOrderSeal } from '../purchase/order/orderSeal.ts';
import { findOrderById, lockOrder } from '../purchase/order/orderStore.ts';
import { computeRefundableSurplus } from '../purchase/order/postings/liabilityPostings.ts';
import { runStep } from '../purchase/order/stepRunner/runStep.ts';
import { storeBuyer } from '../purchase/order/storedOrder.testing.ts';
import { findAttempt, insertAttempt } from '../purchase/payment/attemptStore.ts';
import { addRecalledUnits, cancelUnsentRefunds } from '../purchase/payment/bankEntryStore.ts';
import { encryptBookingTexts } from '../purchase/payment/bookings/bookingTextStore.ts';
import { recordPayment } from '../purchase/payment/cardPayments/concludePayment.ts';
import { UNSENT_CONDITION } from '../purchase/refund/bankRefundStore.ts';
import { recordRefund } from '../purchase/refund/concludeRefund.ts';
import { refundByBank } from '../purchase/refund/refundByBank.ts';
import { findRefundByAcquirerId } from '../purchase/refund/refundStore.ts';
import { recordAcquirerRefund } from '../purchase/refund/refundsElsewhere.ts';
import { reserveNothing } from '../risk/reserveNothing.testing.ts';
import type { Act, Script } from './anyScript.testing.ts';
import { createHostileWorld, DISPUTE_FEE, type HostileWorld } from './hostileWorld.testing.ts';
import { cacheUntilChange, watchChanges } from './watchChanges.testing.ts';

const PRICE = exampleOrder.pay.units;
const clear = { risk: 'clear', identity: 'accepted' } as const;
const END_STATUSES: ReadonlySet<OrderStatus> = new Set(['delivered', 'refunded', 'cancelled', 'expired', 'failed']);
const MAX_SETTLING_ROUNDS = 60;

/** Shared base of a run's orders; each order has its own vendors. */
export type ModelBase = {
  readonly database: Database;
  readonly context: Omit<StepsContext, 'card' | 'venue' | 'chains' | 'identity' | 'machine'>;
};

/** The outcome of one order's run. */
export type OrderRun = {
  readonly order: Order;
  readonly world: HostileWorld;
  readonly bank: { received: bigint; sent: bigint };
  readonly faults: string[];
  /** Jobs that a worker would send to the queue, instead of running them directly. */
  readonly queuedJobs: number;
};

/**
 * Runs one order through a script, then until nothing is pending, and returns the faults at the end. `intrude`: acts of an
 * attacker who has taken over a process, before each act. Such an order may end in any state; only money leaving without
 * payment is a fault.
 */
export async function runHostileOrder(
  base: ModelBase,
  script: Script,
  intrude?: (orderId: number) => Promise<void>,
): Promise<OrderRun> {
  const { database, changes } = watchChanges(base.database);
  const unique = randomUUID();
  const world = createHostileWorld({
    name: unique,
    price: PRICE,
    asset: BITCOIN,
    payAsset: exampleOrder.pay.asset,
    ...script,
  });
  const jobs: EffectJob[] = [];
  let queuedJobs = 0;
  const machine = {
    jobs: {
      async send(_transaction: unknown, job: EffectJob) {
        jobs.push(job);
        if (job.isRepeated !== true || job.afterMs !== undefined) queuedJobs += 1;
      },
    },
    keys: base.context.keys,
  };
  const context = {
    ...base.context,
    database,
    card: world.card,
    signer: world.signer,
    venue: world.venue,
    identity: world.identity,
    chains: new Map([[world.chain.network, world.chain]]),
    machine,
    rules: { ...base.context.rules, identityAboveEuroCents: script.needsDocument ? 0n : 10n ** 12n },
  } as unknown as StepsContext;
  const bank = { received: 0n, sent: 0n };
  const receipts: { readonly id: string; units: bigint; returned: bigint }[] = [];
  const id = await makeOrder();

  async function makeOrder(): Promise<number> {
    const buyerId = await storeBuyer(database, `${unique}@example.com`);
    const payMethod = script.byBank ? 'bank_transfer' : 'credit_debit_card';
    const made = { ...exampleOrder, orderNo: unique, payMethod } as const;
    return database.transaction((transaction) =>
      insertOrder(transaction, {
        ...made,
        seal: computeOrderSeal(base.context.keys.orderSeal, made),
        buyerId,
        quoteId: unique,
        paymentDeadline: new Date(Date.now() + 900_000),
        submissionHash: Buffer.alloc(32),
        guestHash: null,
      }),
    );
  }

  const readOrder = cacheUntilChange(changes, async (): Promise<Order> => {
    const order = await findOrderById(database, id);
    if (!order) throw new Error('the order is gone');
    return order;
  });

  const advance = (event: OrderEvent) =>
    database.transaction((transaction) => applyEvent(machine, transaction, id, event));

  /** Sends an event if the order's state accepts it. The commands of operators and the buyer's calls check this first as well. */
  async function deliver(event: OrderEvent): Promise<void> {
    const order = await readOrder();
    if (findTransition(order.status, event, { order, now: await database.now() })) await advance(event);
  }

  /** Even the operator who clears an order decides only about its risk: its identity check may still be needed. */
  const createAssessment = () => ({
    ...clear,
    identity: world.observed.unidentified ? ('needed' as const) : ('accepted' as const),
  });
  const key = async (prefix: string) => `${prefix}:${(await readOrder()).eventSequence}`;

  async function step(effect: EffectJob['effect'], subject = ''): Promise<void> {
    // A server fault fails the job; the queue and the sweep retry it.
    if (isStep(effect)) await runStep(context, orderSteps[effect], { orderId: id, subject }).catch(() => undefined);
  }

  /** Runs one job of the queue, or else the step that the sweep would resend: anything may happen between two of them. */
  async function work(): Promise<void> {
    const job = jobs.shift();
    if (job) return step(job.effect, job.subject);
    const next = findNextStep(await readOrder());
    if (next) await step(next.effect);
  }

  let bought = false;
  async function notePurchaseStart(): Promise<void> {
    const { status } = await readOrder();
    const buys = status === 'converting' || status === 'converted';
    if (buys && !bought) world.checkPurchaseStart();
    bought ||= buys;
  }

  async function storeAttempt(transaction: Transaction, attemptId: string): Promise<void> {
    const attempt = { id: attemptId, orderId: id, submissionId: randomUUID(), savedCardId: null, saveCard: false };
    await insertAttempt(await reserveNothing(transaction, 'attempt'), { ...attempt, confirmationToken: 'ctoken_1' });
  }

  async function submitPayment(): Promise<void> {
    const order = await readOrder();
    if (order.status !== 'awaiting_payment' || order.triesLeft === 0 || script.byBank) return;
    const attemptId = `att_${randomUUID()}`;
    await database.transaction(async (transaction) => {
      await storeAttempt(transaction, attemptId);
      await applyEvent(machine, transaction, id, {
        kind: 'payment_submitted',
        key: `${attemptId}:submitted`,
        facts: { attemptId },
      });
    });
  }

  async function receivePaymentEvents(): Promise<void> {
    for (const payment of world.payments.values()) {
      const attempt = await findAttempt(database, payment.attemptId);
      if (attempt) await recordPayment(context, attempt, payment);
    }
  }

  async function dispute(units: bigint): Promise<void> {
    const payment = [...world.payments.values()].find(({ status }) => status === 'captured');
    if (!payment || world.disputes.length > 0 || units === 0n) return;
    world.disputes.push({ id: `dp_${unique}`, units, status: 'open', isAnnounced: false });
    await receiveDisputeEvents();
  }

  async function receiveDisputeEvents(): Promise<void> {
    for (const one of world.disputes) {
      const payment = [...world.payments.values()].find(({ status }) => status === 'captured');
      const about = { paymentId: payment?.paymentId ?? '', disputeId: one.id };
      if (!one.isAnnounced) {
        one.isAnnounced = true;
        world.observed.knownBack += one.units;
      }
      await advance({
        kind: 'payment_disputed',
        key: `${one.id}:open`,
        facts: { ...about, units: one.units, disputeFeeUnits: DISPUTE_FEE },
      });
      if (one.status === 'won')
        await advance({
          kind: 'dispute_won',
          key: `${one.id}:won`,
          facts: { ...about, units: one.units, disputeFeeUnits: null },
        });
      if (one.status === 'lost' || one.status === 'reversed')
        await advance({ kind: 'dispute_lost', key: `${one.id}:lost`, facts: { ...about, units: one.units } });
      if (one.status === 'reversed')
        await advance({ kind: 'dispute_reversed', key: `${one.id}:reversed`, facts: { ...about, units: one.units } });
    }
  }

  async function endDispute(status: 'won' | 'lost'): Promise<void> {
    const open = world.disputes.find((one) => one.status === 'open');
    if (!open) return;
    open.status = status;
    if (status === 'won') world.observed.knownBack -= open.units;
    await receiveDisputeEvents();
  }

  async function appeal(): Promise<void> {
    const lost = world.disputes.find((one) => one.status === 'lost');
    if (!lost) return;
    lost.status = 'reversed';
    world.observed.knownBack -= lost.units;
    await receiveDisputeEvents();
  }

  /** Captures another attempt of the same order, by hand or by a slow acquirer. */
  async function captureAgain(): Promise<void> {
    const attemptId = `att_${randomUUID()}`;
    if (!world.captureAgain(attemptId)) return;
    await database.transaction((transaction) => storeAttempt(transaction, attemptId));
    await receivePaymentEvents();
  }

  async function refundElsewhereFails(): Promise<void> {
    const known = [...world.refunds].find(([, { isRequested, status }]) => !isRequested && status === 'settled');
    if (!known) return;
    const [refundId, refund] = known;
    world.refunds.set(refundId, { ...refund, status: 'failed' });
    world.observed.knownBack -= refund.amount.units;
    await recordAcquirerRefund(context, { ...refund, status: 'failed' });
  }

  async function refundElsewhere(): Promise<void> {
    const payment = [...world.payments.values()].find(({ status }) => status === 'captured');
    const units = payment ? world.getRefundableUnits(payment.paymentId) : 0n;
    if (!payment || units <= 0n) return;
    const refundId = `re_elsewhere_${unique}`;
    const amount = createAmount(exampleOrder.pay.asset, units);
    const about = { reference: '', orderNo: '', paymentId: payment.paymentId };
    world.refunds.set(refundId, { ...about, refundId, amount, status: 'settled', isRequested: false });
    world.observed.knownBack += units;
    await database.transaction(async (transaction) => {
      await transaction.run(sql`
        insert into external_refunds (acquirer_refund_id, order_id, payment_id, units, reported_at)
        values (${refundId}, ${id}, ${payment.paymentId}, ${units.toString()}::numeric, slipway_now())`);
      await applyEvent(machine, transaction, id, {
        kind: 'external_refund',
        key: refundId,
        facts: { refundId, units },
      });
    });
  }

  async function endRefunds(status: 'settled' | 'failed'): Promise<void> {
    for (const [refundId, refund] of world.refunds) {
      if (!refund.isRequested || refund.status === 'failed' || (status === 'settled' && refund.status === 'settled'))
        continue;
      world.refunds.set(refundId, { ...refund, status });
      if (status === 'failed') world.observed.refunded -= refund.amount.units;
      const storedRefund = await findRefundByAcquirerId(database, refund.refundId);
      if (storedRefund) await recordRefund(context, storedRefund, { ...refund, status });
    }
  }

  async function transfer(units: bigint): Promise<void> {
    if (!script.byBank) return;
    const receiptId = `receipt_${randomUUID()}`;
    const order = await readOrder();
    const full = order.status === 'awaiting_payment' && order.received.units + units - order.clawedBack.units >= PRICE;
    bank.received += units;
    world.observed.taken += units;
    receipts.push({ id: receiptId, units, returned: 0n });
    await storeReceipt(receiptId, units);
    const assessment = full
      ? { ...createAssessment(), ...(script.risky && { risk: 'hold' as const, riskRule: 'model' }) }
      : null;
    const before = order.surplus.units;
    const { order: after } = await advance({
      kind: 'payment_received',
      key: `receipt:${receiptId}`,
      facts: { receiptId, units, assessment },
    });
    await database.run(sql`
      update bank_entries set surplus_units = ${(after.surplus.units - before).toString()}::numeric where id = ${receiptId}`);
  }

  async function storeReceipt(receiptId: string, units: bigint): Promise<void> {
    const { hash } = await database.one<{ hash: Buffer }>(sql`select hash from bank_statements limit 1`);
    const payer = { counterpartyName: 'Anna Weber', counterpartyAccount: 'NL91ABNA0417164300' };
    const texts = { id: receiptId, ...payer, remittance: '', furtherText: '' };
    const [sealed] = await encryptBookingTexts(database, hash, [texts]);
    await database.run(sql`
      insert into bank_entries (id, statement_hash, account, direction, reversal, currency, units, booked_on, end_to_end_id,
        sealed, status, order_id, created_at)
      values (${receiptId}, ${hash}, 'DE75512108001245126199', 'credit', false, 'EUR', ${units.toString()}::numeric, current_date, '',
        ${sealed}, 'order', ${id}, slipway_now())`);
  }

  async function recall(divisor: bigint): Promise<void> {
    const receipt = receipts.find(({ units }) => units > 0n);
    if (!receipt) return;
    const units = receipt.units / divisor;
    if (units === 0n) return;
    receipt.units -= units;
    bank.sent += units;
    world.observed.knownBack += units;
    await database.transaction(async (transaction) => {
      await lockOrder(transaction, id);
      await addRecalledUnits(transaction, receipt.id, units);
      await cancelUnsentRefunds(transaction, receipt.id);
      await applyEvent(machine, transaction, id, {
        kind: 'payment_recalled',
        key: `${receipt.id}:recalled:${receipt.units}`,
        facts: { receiptId: receipt.id, units },
      });
    });
  }

  const findDueTransfers = cacheUntilChange(changes, () =>
    database.many<{ id: string; receiptId: string; units: bigint; purpose: 'order' | 'surplus' }>(sql`
      select id, payment_id as "receiptId", units, purpose from refunds
      where order_id = ${id} and channel = 'bank' and (status = 'pending' or ${UNSENT_CONDITION})`),
  );

  /** Records a transfer back; it is a fault if an account gets back more than it paid and did not recall. */
  function addReturns({ receiptId, units }: { readonly receiptId: string; readonly units: bigint }): void {
    const receipt = receipts.find((one) => one.id === receiptId);
    if (!receipt) return void world.observed.violations.push(`a transfer for no receipt: ${receiptId}`);
    receipt.returned += units;
    if (receipt.returned > receipt.units)
      world.observed.violations.push(`a transfer of ${units} for ${receipt.units} received`);
  }

  /** The bank executes the transfers as they are in the file. */
  async function executeBankTransfers(): Promise<void> {
    for (const refund of await findDueTransfers()) {
      world.recordDeparture(refund.units, 'a transfer');
      if (script.byBank) addReturns(refund);
      world.observed.refunded += refund.units;
      bank.sent += refund.units;
      await database.transaction(async (transaction) => {
        await transaction.run(sql`update refunds set status = 'settled' where id = ${refund.id}`);
        const facts = { refundId: refund.id, units: refund.units, channel: 'bank' as const };
        const kind = refund.purpose === 'order' ? 'refund_settled' : 'surplus_returned';
        await applyEvent(machine, transaction, id, { kind, key: `${refund.id}:settled`, facts });
      });
    }
  }

  /** Ends this order's pauses and leases at the venue by moving its times back: the clock is shared with other orders. */
  async function waitAtVenue(): Promise<void> {
    await database.run(sql`
      update conversions set created_at = created_at - interval '2 minutes', updated_at = updated_at - interval '2 minutes',
        claimed_until = claimed_until - interval '2 minutes'
      where order_id = ${id}`);
  }

  const perform: { readonly [Name in Act]: () => Promise<unknown> } = {
    work: async () => {
      await work();
      await notePurchaseStart();
      await executeBankTransfers();
    },
    workTwice: async () => {
      await Promise.all([work(), work()]);
      await notePurchaseStart();
    },
    async timeRunsOut() {
      await waitAtVenue();
      const order = await readOrder();
      const deadline = findDeadline(order);
      if (order.deadlineAt && deadline)
        await advance({ kind: deadline.event, key: await key(deadline.event), facts: {} });
    },
    pay: submitPayment,
    cancel: async () => deliver({ kind: 'buyer_cancelled', key: await key('buyer'), facts: {} }),
    async agree() {
      const { requote } = await readOrder();
      if (requote)
        await deliver({
          kind: 'requote_accepted',
          key: await key('agreed'),
          facts: { units: requote.units, assessment: createAssessment() },
        });
    },
    repeatPaymentEvents: receivePaymentEvents,
    async captureElsewhere() {
      if (world.captureElsewhere()) await receivePaymentEvents();
    },
    dispute: () => dispute(PRICE),
    disputePartly: () => dispute(PRICE / 3n),
    win: () => endDispute('won'),
    lose: () => endDispute('lost'),
    repeatDisputeEvents: receiveDisputeEvents,
    async warn() {
      const payment = [...world.payments.values()].find(({ status }) => status === 'captured');
      if (payment)
        await advance({
          kind: 'payment_warned',
          key: `warned:${unique}`,
          facts: { paymentId: payment.paymentId, warningId: unique },
        });
    },
    captureAgain,
    appeal,
    refundElsewhere,
    refundElsewhereFails,
    refundsSettle: () => endRefunds('settled'),
    refundsFail: () => endRefunds('failed'),
    transfer: () => transfer(PRICE),
    transferPartly: () => transfer(PRICE / 3n),
    transferTooMuch: () => transfer(PRICE + 777n),
    recall: () => recall(1n),
    recallPartly: () => recall(2n),
    hold: async () => deliver({ kind: 'risk_flagged', key: await key('hold'), facts: { reason: 'operator' } }),
    clear: async () =>
      deliver({ kind: 'hold_cleared', key: await key('clear'), facts: { assessment: createAssessment() } }),
    refuse: async () => deliver({ kind: 'hold_refused', key: await key('refuse'), facts: {} }),
    async giveUp() {
      const prepared = await prepareGiveUp(context, id, { sellsBack: false }).catch(() => 'later' as const);
      if (typeof prepared === 'string') return;
      const event = { kind: 'conversion_given_up', key: await key('give_up'), facts: {} } as const;
      await database.transaction(async (transaction) => {
        const { order, now } = await lockOrder(transaction, id);
        if (!findTransition(order.status, event, { order, now })) return;
        if ((await saveGiveUp(context, transaction, prepared)) === 'stale') return;
        await applyEvent(machine, transaction, id, event);
      });
    },
    async freeze() {
      world.observed.frozen = true;
      await deliver({ kind: 'frozen', key: await key('freeze'), facts: { reason: 'name_listed' } });
    },
    async unfreeze() {
      world.observed.frozen = false;
      await deliver({ kind: 'unfrozen', key: await key('unfreeze'), facts: {} });
    },
    async verify() {
      world.setVerdict('accepted');
      await deliver({ kind: 'identity_accepted', key: await key('verified'), facts: { assessment: clear } });
    },
    async reject() {
      world.setVerdict('rejected');
      await deliver({ kind: 'identity_rejected', key: await key('rejected'), facts: {} });
    },
    mine: async () => world.mine(3),
    finalize: async () => world.mine(10, true),
    revert: async () => world.revert(),
    reorganize: async () => world.reorganize(),
  };

  /**
   * Runs the order to its end with reliable vendors: at first only the worker runs, from round 9 a person decides as well, and
   * from round 17 deadlines pass.
   */
  async function settle(): Promise<void> {
    world.makeReliable();
    if (world.observed.frozen) await perform.unfreeze();
    for (let round = 0; round < MAX_SETTLING_ROUNDS; round += 1) {
      const order = await readOrder();
      const isOver = END_STATUSES.has(order.status) && (order.status !== 'delivered' || order.payoutFinal);
      // Not in the first round, which ends a dispute that may still be open.
      if (round > 0 && isOver && jobs.length === 0 && computeRefundableSurplus(order) === 0n) break;
      // Lost events arrive eventually, or the product finds them with its periodic queries.
      if (round % 5 === 0) {
        await receivePaymentEvents();
        await endDispute('lost');
        await endRefunds('settled');
      }
      if (order.status === 'paid' || order.status === 'converting') await waitAtVenue();
      await perform.work();
      world.mine(10, true);
      if (round > 8) await decide(await readOrder());
      if (round > 8) await requestBankRefund();
      if (round > 16) await perform.timeRunsOut();
    }
  }

  /**
   * Requests a bank refund of what the acquirer could not refund, as an operator's command does. It is refused most of the
   * time.
   */
  async function requestBankRefund(): Promise<void> {
    const creditor = { name: 'Anna Weber', account: 'NL91ABNA0417164300' };
    await database.transaction(async (transaction) =>
      refundByBank(machine, transaction, id, creditor, await key('by bank')),
    );
  }

  async function decide(order: Order): Promise<void> {
    if (order.status === 'awaiting_identity') await perform.verify();
    if (order.status === 'awaiting_consent') await perform.agree();
    if (order.status !== 'on_hold') return;
    await perform.refuse();
    if ((await readOrder()).status === 'on_hold') await perform.clear();
  }

  for (const act of script.acts) {
    if (intrude) {
      await intrude(id);
      // An act may fail after the attacker has forged the order's state.
      await perform[act]().catch(() => undefined);
      continue;
    }
    await perform[act]();
    const stall = await findSilentStall(database, await readOrder());
    if (stall) return { order: await readOrder(), world, bank, queuedJobs, faults: [`after ${act}: ${stall}`] };
  }
  if (intrude) return { order: await readOrder(), world, bank, queuedJobs, faults: world.observed.violations };
  await settle();
  const order = await readOrder();
  return {
    order,
    world,
    bank,
    queuedJobs,
    faults: [...world.observed.violations, ...(await findUnsettledFaults(database, order, world, bank))],
  };
}

/** Returns a fault if an open order has neither a step to retry nor a deadline: it would stall unnoticed. */
async function findSilentStall(database: Database, order: Order): Promise<string | undefined> {
  if (END_STATUSES.has(order.status) || order.deadlineAt !== null) return undefined;
  const { attend } = await database.one<{ attend: Date | null }>(
    sql`select attend_at as attend from orders where id = ${order.id}`,
  );
  return attend === null ? `${order.status} waits for nothing` : undefined;
}

/** Returns the faults of a settled order: an open status, wrong ledger balances, kept money and facts that still wait. */
async function findUnsettledFaults(
  database: Database,
  order: Order,
  world: HostileWorld,
  bank: { readonly received: bigint; readonly sent: bigint },
): Promise<string[]> {
  const faults: string[] = [];
  if (!END_STATUSES.has(order.status))
    return [`it ends nowhere: ${order.status} ${order.heldFrom ?? ''} ${order.reason ?? ''}`];
  const rows = await database.many<{ account: string; asset: string; units: bigint }>(sql`
    select account, asset, sum(units) as units from ledger_postings where order_id = ${order.id} group by account, asset`);
  const posted = (account: string, asset: string, scale: bigint) =>
    (rows.find((row) => row.account === account && row.asset === asset)?.units ?? 0n) / scale;
  const euro = (account: string) => posted(account, order.pay.asset.id, 1_000_000n);
  const coin = (account: string) => posted(account, order.receive.asset.id, 10_000_000_000n);
  const books = world.computeBooks(bank);
  const compareUnits = (account: string, inLedger: bigint, outside: bigint) => {
    if (inLedger !== outside) faults.push(`${account}: ${inLedger} in the ledger, ${outside} outside`);
  };
  compareUnits('asset:acquirer', euro('asset:acquirer'), books['asset:acquirer']);
  compareUnits('asset:bank', euro('asset:bank'), books['asset:bank']);
  compareUnits('coins', coin('asset:wallet') + coin('asset:transit') + coin('expense:network'), books.coins);
  compareUnits('bought', coin('asset:venue'), books.bought);
  // The purchase may exceed the ordered amount by at most 1 %.
  const highestPurchase = (order.receive.units * 101n) / 100n;
  if (books.bought > highestPurchase) faults.push(`bought ${books.bought} for an order of ${order.receive.units}`);
  compareUnits('liability:buyer', euro('liability:buyer'), 0n);
  compareUnits('liability:refund', euro('liability:refund'), 0n);
  const { taken, knownBack, refunded, coinsSent } = world.observed;
  const kept = taken - knownBack - refunded - (coinsSent ? PRICE : 0n);
  if (kept > 0n) faults.push(`${kept} of the buyer's are kept`);
  const waiting = await database.many<{ kind: string }>(
    sql`select kind from waiting_facts where order_id = ${order.id}`,
  );
  faults.push(...waiting.map(({ kind }) => `${kind} still waits in ${order.status}`));
  return faults;
}
