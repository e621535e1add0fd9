import { randomUUID } from 'node:crypto';
import { bech32 } from '@scure/base';
import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { approveAs, requestAs } from '../operator/persons/testPersons.testing.ts';
import type { BankEntry } from '../providers/bank/bankPort.ts';
import { ok } from '../providers/outcome.ts';
import { requireCrypto } from '../purchase/catalog/catalog.ts';
import { insertOrder } from '../purchase/order/insertOrder.testing.ts';
import type { Order } from '../purchase/order/order.ts';
import { exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { computeOrderSeal } from '../purchase/order/orderSeal.ts';
import { findOrdersByNumbers } from '../purchase/order/orderStore.ts';
import { insertAttempt, updateAttempt } from '../purchase/payment/attemptStore.ts';
import { EURO, PAYER_ACCOUNT } from '../purchase/refund/testBank.testing.ts';
import { reserveNothing } from '../risk/reserveNothing.testing.ts';
import { ATTACKER, UNITS } from '../signer/forgedForms.testing.ts';
import type { openReleaseWorld } from '../signer/releases/releaseWorld.testing.ts';
import { COLD, createWithdrawalRequester, ETHERS, STRANGER } from '../signer/releases/withdrawalWorld.testing.ts';
import { orderSeal } from '../signer/signerWorld.testing.ts';
import type { PaymentJustification } from './gain.testing.ts';

const { catalog } = seededSettings();

/** Stores orders in every relevant state, their actual payments, and statements actually signed by operators. */
export async function storeCompromiseOrders(world: Awaited<ReturnType<typeof openReleaseWorld>>, ownEther: string) {
  const { database, payments } = world;
  const justified = new Map<string, PaymentJustification>();
  const receipts = new Map<string, string>();
  const withdrawals: string[] = [];
  let addressCount = 0;

  /** Returns coins worth 100 EUR, to an address that no other order has. */
  function createReceiveTerms(id: string): Pick<Order, 'receiveCurrency' | 'network' | 'receive' | 'address'> {
    addressCount += 1;
    const { network, asset } = requireCrypto(catalog, id);
    const words = bech32.toWords(Buffer.alloc(20, addressCount));
    const address =
      id === 'BTC' ? bech32.encode('bc', [0, ...words]) : `0x${addressCount.toString(16).padStart(2, '0').repeat(20)}`;
    return { receiveCurrency: id, network: network.id, receive: createAmount(asset, UNITS[id] ?? 0n), address };
  }

  async function orderByCard(id: string, isPaid = true): Promise<string> {
    return storeCardOrder({ ...exampleOrder, ...createReceiveTerms(id), pay: createAmount(EURO, 10_000n) }, isPaid);
  }

  async function storeCardOrder(terms: typeof exampleOrder, isPaid: boolean): Promise<string> {
    const orderNo = randomUUID();
    const order = { ...terms, orderNo };
    const orderId = await database.transaction((transaction) =>
      insertOrder(transaction, {
        ...order,
        buyerId: null,
        quoteId: orderNo,
        seal: computeOrderSeal(orderSeal, order),
        paymentDeadline: new Date(Date.now() + 900_000),
        submissionHash: Buffer.alloc(32),
        guestHash: null,
      }),
    );
    const [attemptId, paymentId] = [`att_${orderNo}`, `pi_${orderNo}`];
    const attempt = { id: attemptId, orderId, submissionId: randomUUID(), savedCardId: null, saveCard: false };
    await database.transaction(async (transaction) =>
      insertAttempt(await reserveNothing(transaction, 'attempt'), { ...attempt, confirmationToken: null }),
    );
    const status = isPaid ? ('captured' as const) : ('authorized' as const);
    const news = { clientSecret: null, refusal: null, card: undefined };
    await updateAttempt(database, attemptId, { ...news, status, paymentId });
    const capturedAmount = createAmount(EURO, isPaid ? order.pay.units : 0n);
    await database.run(sql`
      update orders set current_attempt_id = ${attemptId}, captured_units = ${String(capturedAmount.units)}::numeric
      where id = ${orderId}`);
    payments.set(paymentId, { paymentId, orderNo, attemptId, status, amount: order.pay, capturedAmount });
    justified.set(`card ${paymentId}`, { cents: capturedAmount.units, accounts: [], payees: [order.address] });
    receipts.set(paymentId, `card ${paymentId}`);
    return orderNo;
  }

  /** `cents`: the part of the payment that the operator has in the end. */
  async function orderByTransfer(id: string, entry: Partial<BankEntry> = {}, cents?: bigint) {
    const paid = await world.createPaidOrder({ transactionId: randomUUID(), ...entry });
    const { receive, receiveCurrency, network, address } = createReceiveTerms(id);
    await database.run(sql`
      update orders set receive_currency = ${receiveCurrency}, receive_asset = ${receive.asset.id},
        receive_decimals = ${receive.asset.decimals}, receive_units = ${String(receive.units)}::numeric,
        network = ${network}, address = ${address} where id = ${paid.orderId}`);
    const [order] = await findOrdersByNumbers(database, [paid.orderNo]);
    if (!order) throw new Error('the order is gone');
    await database.run(sql`update orders set seal = ${computeOrderSeal(orderSeal, order)} where id = ${paid.orderId}`);
    const proof = `bank ${paid.reference}`;
    justified.set(proof, { cents: cents ?? paid.entry.amount.units, accounts: [PAYER_ACCOUNT], payees: [address] });
    receipts.set(formatEntryId(paid.entry), proof);
    return { ...paid, address, proof };
  }

  /** Books money without a reference, which operators return, or match by hand with an order that pays one of `payees`. */
  async function bookUnmatched(payees: readonly string[]): Promise<string> {
    const [entry] = await world.reportBookings({ remittance: 'thank you', transactionId: randomUUID() });
    if (!entry) throw new Error('nothing was booked');
    const proof = `entry ${formatEntryId(entry)}`;
    justified.set(proof, { cents: entry.amount.units, accounts: [PAYER_ACCOUNT], payees });
    receipts.set(formatEntryId(entry), proof);
    return entry.entryId;
  }

  async function requestAndApprove(request: Parameters<typeof requestAs>[1], second?: string): Promise<void> {
    const id = await requestAs(database, request);
    if (second !== undefined) await approveAs(database, id, second);
    await database.run(sql`update operator_requests set status = 'done' where id = ${id}`);
  }

  async function requestWithdrawals(): Promise<void> {
    const people = createWithdrawalRequester(database);
    await people.allowAddress(COLD, 'ben');
    // Signed by one person, although two are required.
    await people.allowAddress(STRANGER);
    await people.requestWithdrawal(STRANGER, 3n * ETHERS, 'ben');
    await people.requestWithdrawal(COLD, 2n * ETHERS);
    for (const [address, units, second] of [
      [ownEther, 5n, undefined],
      [ownEther, 7n, undefined],
      [COLD, 4n, 'ben'],
    ] as const) {
      await people.requestWithdrawal(address, units * ETHERS, second);
      withdrawals.push(`ETH ethereum ${address} ${units * ETHERS}`);
    }
  }

  // Adds a statement about people.
  await world.requestAsAnna('revoke', ['gina']);
  for (const id of ['ETH', 'POL', 'USDC', 'BTC', 'ETH_BASE']) await orderByCard(id);
  for (const id of ['POL', 'BTC']) await orderByCard(id, false);
  // The attacker is also a buyer, and has paid a small amount.
  const few = { receive: createAmount(requireCrypto(catalog, 'USDC').asset, 10n ** 6n), pay: createAmount(EURO, 100n) };
  await storeCardOrder({ ...exampleOrder, ...createReceiveTerms('USDC'), ...few, address: ATTACKER }, true);
  const signed = [await orderByCard('ETH'), await orderByCard('USDC_BASE')];

  const unavailable = { kind: 'unavailable', retryAfterMs: 1, detail: 'a test' } as const;
  world.bank.context.transferRelease = { clear: async () => ok(new Map()), release: async () => unavailable };
  const waiting = [await orderByTransfer('USDC_BASE'), await orderByTransfer('POL')];
  const delivered = await orderByTransfer('ETH');
  const surplus = await orderByTransfer('BTC', {}, 15_000n);
  const [more] = await world.reportBookings({
    remittance: surplus.reference,
    transactionId: randomUUID(),
    amount: createAmount(EURO, 5_000n),
  });
  if (more) receipts.set(formatEntryId(more), surplus.proof);
  signed.push(delivered.orderNo, surplus.orderNo);
  // Recalled by the payer's bank.
  await orderByTransfer('ETH', { transactionId: 'recalled' }, 0n);
  await world.reportBookings({ direction: 'debit', reversal: true, transactionId: 'recalled' });
  // Almost nothing was received with the reference: operators have matched another payment with the order.
  const byHand = await orderByTransfer('USDC', { amount: createAmount(EURO, 1n) });
  const entry = await bookUnmatched([byHand.address]);
  await requestAndApprove({ action: 'match', subject: byHand.orderNo, input: { entry } });
  await bookUnmatched([]);
  for (const { orderId } of [...waiting, delivered, surplus]) {
    await world.requestRefund(orderId);
    await world.send();
  }
  await requestWithdrawals();
  return { justified, receipts, withdrawals, signed };
}

function formatEntryId({ entryId, bookedOn }: BankEntry): string {
  return `${entryId}@${bookedOn}`;
}
