import { isDeepStrictEqual } from 'node:util';
import type { PurposeKeys } from '../platform/secrets.ts';
import type { PayoutRequest, SignedPayout, UnsignedPayout } from '../providers/chain/chainPort.ts';
import type {
  OrderPayments,
  PayoutSigner,
  SignedForm,
  SigningRefusal,
  TreasuryKey,
} from '../providers/chain/signerPort.ts';
import { type Outcome, ok, refused } from '../providers/outcome.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import type { Order } from '../purchase/order/order.ts';
import { hasValidSeal } from '../purchase/order/orderSeal.ts';
import type { AddressScreener } from '../risk/screening.ts';
import { type BoundOrder, bindOrder, isPromised } from './bindOrder.ts';
import type { ChainComparison } from './chainComparison.ts';
import { findExceededLimit, type Limits } from './limits.ts';
import { type FormRecord, formatClaim, formatClaims, type KnownForm, type NewForm } from './record/formRecord.ts';
import {
  joinProofs,
  type RecordedForm,
  type RecordedInput,
  type RecordedPayment,
  splitProofs,
} from './record/signedForms.ts';
import type { ReleaseRecord } from './releases/releases.ts';
import type { SerialRunner } from './serialRunner.ts';
import type { Vouches } from './signedRequests/orderStatements.ts';
import type { Worth } from './worth.ts';

export type SignerContext = {
  readonly record: FormRecord;
  /** The record of releases: money that is paid back cannot pay for coins. */
  readonly releases: Pick<ReleaseRecord, 'size'>;
  readonly runSerially: SerialRunner;
  readonly comparison: Pick<ChainComparison, 'findObstacle' | 'uncompared' | 'compare'>;
  /** By CAIP-2 id. */
  readonly keys: ReadonlyMap<string, TreasuryKey>;
  readonly orderSeal: PurposeKeys;
  readonly screening: AddressScreener;
  readonly limits: () => Limits;
  findOrders(orderNos: readonly string[]): Promise<readonly Order[]>;
  /** Returns the form as stored in the table. */
  findForm(number: number): Promise<RecordedForm>;
  /** Verifies with the acquirer or the bank's files that the money was received; returns the proof of payment. */
  verifyPayment(order: Order): Promise<Outcome<string, 'not_paid'>>;
  /** The signer's own configuration, against which an order's assets, digits and network are checked. */
  catalog(): Catalog;
  /** Returns the order's worth by the signer's own prices. */
  priceOrder(order: BoundOrder): Outcome<Worth>;
  /** Returns the worth of a fee in cents of a euro; undefined without a price. */
  computeFeeCents(network: string, units: bigint): bigint | undefined;
  /** Fetches prices that are old; never rejects. */
  renewPrices(): Promise<void>;
  /** Returns why nothing is signed at all; undefined if it may sign. */
  findStopReason(): Promise<string | undefined>;
  /** Returns what two people have vouched for about an order. */
  findVouches(orderNo: string): Promise<Vouches>;
  /** Returns the time of the machine's clock. */
  now(): Date;
};

type Cleared = {
  readonly bound: BoundOrder;
  readonly at: number;
  /** The number of releases at that time. */
  readonly releases: number;
  readonly proof: string;
  readonly worth: Worth;
};

/** How long a clearance, with its proof of payment and worth, is valid. */
const CLEARED_MS = 30_000;
/** A cleared order is not checked again within this time, even if another request for clearance includes it. */
const ASKED_AGAIN_MS = 10_000;
const NOTHING = { euroCents: 0n, units: 0n };

/**
 * Each order has one payout, even if several processes request one. The signer signs a second payout only if the first can no
 * longer be mined, or if two people have vouched that the order is paid again.
 */
export function createSigner(context: SignerContext): PayoutSigner {
  const cleared = new Map<string, Cleared>();

  function isFresh(orderNo: string, withinMs: number): boolean {
    const found = cleared.get(orderNo);
    return found !== undefined && context.now().getTime() - found.at <= withinMs && isStillCleared(context, found);
  }

  async function clearOne(order: Order, priced: Promise<void>): Promise<Outcome<void, SigningRefusal>> {
    const { orderNo } = order;
    const bound = bindOrder(context.catalog(), order);
    const refusal = bound ? findOrderRefusal(context, order) : 'order_changed';
    if (!bound || refusal) return refused(refusal ?? 'order_changed');
    const known = cleared.get(orderNo);
    if (known && isSameTerms(known.bound, bound) && isFresh(orderNo, ASKED_AGAIN_MS)) return ok(undefined);
    const before = context.releases.size();
    const vouches = await context.findVouches(orderNo);
    const paid = vouches.get('paid');
    const money = paid === undefined ? await context.verifyPayment(order) : ok(`words ${paid}`);
    if (money.kind !== 'ok') return money;
    const again = vouches.get('again');
    const proof = again === undefined ? money.value : joinProofs([money.value, `again ${again}`]);
    if (isUsedUp(context.record, orderNo, proof)) return refused('not_paid');
    await priced;
    const worth = context.priceOrder(bound);
    if (worth.kind !== 'ok') return worth;
    if (worth.value.sentCents > worth.value.mostCents && !vouches.has('value')) return refused('overvalued');
    cleared.set(orderNo, { bound, at: context.now().getTime(), releases: before, proof, worth: worth.value });
    return ok(undefined);
  }

  /** Returns the form that was already signed with exactly these fields: signing again may produce another signature. */
  async function findSameForm(
    forms: readonly KnownForm[],
    purpose: KnownForm['purpose'],
    unsigned: UnsignedPayout,
  ): Promise<SignedForm | undefined> {
    for (const { number } of forms.filter((form) => form.purpose === purpose)) {
      const form = await context.findForm(number);
      if (isDeepStrictEqual(form.unsigned, unsigned)) return toSignedForm(form);
    }
    return undefined;
  }

  async function signPayment(network: string, unsigned: UnsignedPayout, payments: OrderPayments) {
    const stopped = await context.findStopReason();
    if (stopped !== undefined) return refused('signer_stopped' as const, stopped);
    const key = requireKey(context, network);
    const orderNos = payments.map(({ orderNo }) => orderNo).toSorted();
    const claims = formatClaims(network, key.address, key.getClaims(unsigned));
    if (new Set(orderNos).size < orderNos.length)
      return refused('already_paid' as const, 'one order is requested twice');
    const other = findConflictingForm(context.record, { claims, orderNos }, cleared);
    if (other) return ok(toSignedForm(await context.findForm(other.number)));
    const former = context.record.listByClaim(claims[0] ?? '');
    const same = await findSameForm(former, 'payment', unsigned);
    if (same) return ok(same);
    // A new form with claims that are already recorded cannot pay twice.
    const uncompared = former.length === 0 ? context.comparison.findObstacle(network, key, unsigned) : undefined;
    if (uncompared !== undefined)
      return { kind: 'unavailable', retryAfterMs: 1_000, detail: uncompared, cause: 'comparison' } as const;
    const inputs = judgeInputs(context.record, network, key, unsigned);
    if (!inputs) return refused('order_changed' as const, 'an output was spent with another amount before');
    const found = await context.findOrders(orderNos);
    const judged = judgePayments(context, network, payments, found, cleared);
    if (judged.kind !== 'ok') return judged;
    const asset = judged.value[0].bound.crypto.asset.id;
    const value = former.length === 0 ? sumCleared(judged.value) : NOTHING;
    const within = judgeLimits(context, network, { ...value, asset, fee: key.worstFee(unsigned) });
    if (within.kind !== 'ok') return within;
    const [first, ...others] = judged.value.map(({ bound }) => buildRequest(bound));
    if (!first) throw new RangeError('there is nothing to pay');
    const signed = await key.pay(unsigned, [first, ...others]);
    const sorted = judged.value.toSorted((a, b) => (a.bound.orderNo < b.bound.orderNo ? -1 : 1));
    const proofs = sorted.map(({ proof }) => proof);
    const form = { network, purpose: 'payment', payer: key.address, orderNos, claims, inputs, proofs } as const;
    const leaves = { asset, units: value.units, euroCents: within.value };
    return record(
      { ...form, payments: sorted.map(({ bound }) => toRecordedPayment(bound)), ...leaves, unsigned },
      signed,
    );
  }

  async function signCancellation(network: string, unsigned: UnsignedPayout, requestedOrderNos: readonly string[]) {
    const stopped = await context.findStopReason();
    if (stopped !== undefined) return refused('signer_stopped' as const, stopped);
    const key = requireKey(context, network);
    const orderNos = requestedOrderNos.toSorted();
    const claims = formatClaims(network, key.address, key.getClaims(unsigned));
    const forms = context.record.listByClaim(claims[0] ?? '');
    const former = forms.at(-1);
    if (!former || !isDeepStrictEqual(former.claims, claims) || !isDeepStrictEqual(former.orderNos, orderNos)) {
      const [form] = claims.flatMap((claim) => context.record.listByClaim(claim));
      return form ? ok(toSignedForm(await context.findForm(form.number))) : refused('order_changed' as const);
    }
    const same = await findSameForm(forms, 'cancellation', unsigned);
    if (same) return ok(same);
    const inputs = judgeInputs(context.record, network, key, unsigned);
    if (!inputs) return refused('order_changed' as const, 'an output was spent with another amount before');
    const { asset } = former;
    const within = judgeLimits(context, network, { ...NOTHING, asset, fee: key.worstFee(unsigned) });
    if (within.kind !== 'ok') return within;
    const signed = await key.cancel(unsigned);
    const leaves = { asset, units: 0n, euroCents: within.value, payments: [], proofs: [] };
    const form = { network, purpose: 'cancellation', payer: key.address, orderNos, claims, inputs } as const;
    return record({ ...form, ...leaves, unsigned }, signed);
  }

  /** Writes the form into the signer's own table before it leaves. */
  async function record(
    form: Omit<NewForm, 'signedAt' | keyof SignedPayout>,
    signed: SignedPayout,
  ): Promise<Outcome<SignedForm>> {
    await context.record.add({ ...form, ...signed, signedAt: context.now() });
    return ok({ ...signed, unsigned: form.unsigned, orderNos: form.orderNos });
  }

  return {
    async clear(orderNos) {
      // Runs in parallel with the checks of the payment. Prices are renewed even if no order can be cleared: a cancellation
      // needs them too.
      const priced = context.renewPrices();
      const orders = await context.findOrders(orderNos);
      for (const orderNo of cleared.keys()) if (!isFresh(orderNo, CLEARED_MS)) cleared.delete(orderNo);
      const outcomes = await Promise.all(
        orderNos.map(async (orderNo) => {
          const order = orders.find((each) => each.orderNo === orderNo);
          return order ? clearOne(order, priced) : refused('order_changed' as const);
        }),
      );
      await priced;
      const [first] = outcomes;
      if (first && first.kind !== 'ok' && first.kind !== 'refused') return first;
      return ok(
        new Map(
          orderNos.flatMap((orderNo, index): [string, SigningRefusal][] => {
            const outcome = outcomes[index];
            return outcome?.kind === 'refused' ? [[orderNo, outcome.reason]] : [];
          }),
        ),
      );
    },
    pay: (network, unsigned, payments) => context.runSerially(() => signPayment(network, unsigned, payments)),
    cancel: (network, cancellation, orderNos) =>
      context.runSerially(() => signCancellation(network, cancellation, orderNos)),
    uncompared: () => context.comparison.uncompared(),
    compare: (...args) => context.comparison.compare(...args),
  };
}

function requireKey({ keys }: SignerContext, network: string): TreasuryKey {
  const key = keys.get(network);
  if (!key) throw new RangeError(`there is no key for ${network}`);
  return key;
}

/** Returns the refusal that can be decided without a request to another system. */
function findOrderRefusal({ orderSeal, screening, now }: SignerContext, order: Order): SigningRefusal | undefined {
  if (!hasValidSeal(orderSeal, order)) return 'order_changed';
  const { outcome } = screening.judge(order.address, now());
  if (outcome === 'denied' || order.frozen) return 'address_denied';
  return outcome === 'stale' ? 'list_stale' : undefined;
}

/** Returns true if a part of the proof was already used for another order. */
function isUsedUp(record: FormRecord, orderNo: string, proof: string): boolean {
  return splitProofs(proof).some((part) => {
    const usedFor = record.findOrderByProof(part);
    return usedFor !== undefined && usedFor !== orderNo;
  });
}

/** Returns false if money was released since the clearance: the order must be checked again. */
function isStillCleared({ releases }: SignerContext, found: Cleared): boolean {
  return found.releases === releases.size();
}

type JudgedPayment = Cleared & { readonly bound: BoundOrder };

/** Binds each order again and compares the request with it: the rows may have changed since the order was cleared. */
function judgePayments(
  context: SignerContext,
  network: string,
  payments: OrderPayments,
  orders: readonly Order[],
  cleared: ReadonlyMap<string, Cleared>,
): Outcome<readonly [JudgedPayment, ...JudgedPayment[]], SigningRefusal> {
  const result: JudgedPayment[] = [];
  for (const { orderNo, request } of payments) {
    const order = orders.find((each) => each.orderNo === orderNo);
    if (!order) return refused('order_changed', `there is no order ${orderNo}`);
    const bound = bindOrder(context.catalog(), order);
    if (!bound || !isPromised(bound, network, request)) return refused('order_changed', orderNo);
    if (bound.crypto.id !== (result[0]?.bound ?? bound).crypto.id) return refused('order_changed', orderNo);
    const refusal = findOrderRefusal(context, order);
    if (refusal) return refused(refusal, orderNo);
    const found = cleared.get(orderNo);
    // The worth and the payment were judged for the terms at the time of the clearance.
    const isCleared = found && isStillCleared(context, found) && isSameTerms(found.bound, bound);
    if (!isCleared || context.now().getTime() - found.at > CLEARED_MS)
      return { kind: 'unavailable', retryAfterMs: 0, detail: `order ${orderNo} is not cleared` };
    const usedProofs = new Set(result.flatMap(({ proof }) => splitProofs(proof)));
    const isShared = splitProofs(found.proof).some((part) => usedProofs.has(part));
    if (isShared || isUsedUp(context.record, orderNo, found.proof)) return refused('not_paid', orderNo);
    result.push(found);
  }
  const [first, ...others] = result;
  return first ? ok([first, ...others]) : refused('order_changed', 'the request is empty');
}

function buildRequest({ receive: { asset, units }, address }: BoundOrder): PayoutRequest {
  return { asset, to: address, units };
}

function isSameTerms(one: BoundOrder, other: BoundOrder): boolean {
  return one.crypto.id === other.crypto.id && isDeepStrictEqual(toRecordedPayment(one), toRecordedPayment(other));
}

function toRecordedPayment({ orderNo, address, receive, pay }: BoundOrder): RecordedPayment {
  const money = { currency: pay.asset.code, paidUnits: `${pay.units}` };
  return { orderNo, to: address, units: `${receive.units}`, ...money };
}

/**
 * Returns the amounts of the outputs that a form spends, or undefined if one was spent with another amount before. BIP 143
 * binds a signature only to the amount of its own input: with two different amounts for an output, a caller could join
 * signatures of two forms into one transaction whose fee was never judged.
 */
function judgeInputs(
  record: FormRecord,
  network: string,
  key: TreasuryKey,
  unsigned: UnsignedPayout,
): readonly RecordedInput[] | undefined {
  const inputs = key.listInputs(unsigned).map(({ claim, units }) => {
    return { claim: formatClaim(network, key.address, claim), units };
  });
  const isKnownOtherwise = ({ claim, units }: (typeof inputs)[number]) =>
    (record.findInputUnits(claim) ?? units) !== units;
  if (inputs.some(isKnownOtherwise)) return undefined;
  return inputs.map(({ claim, units }) => ({ claim, units: `${units}` }));
}

function sumCleared(cleared: readonly Cleared[]): { readonly euroCents: bigint; readonly units: bigint } {
  return cleared.reduce(
    ({ euroCents, units }, { worth }) => ({ euroCents: euroCents + worth.sentCents, units: units + worth.units }),
    NOTHING,
  );
}

/**
 * Returns the most that may leave by the form, in cents of a euro, or a refusal if that exceeds a limit. The fee is included.
 */
function judgeLimits(
  { computeFeeCents: feeCents, limits, record, now }: SignerContext,
  network: string,
  leaving: { readonly euroCents: bigint; readonly units: bigint; readonly asset: string; readonly fee: bigint },
): Outcome<bigint, SigningRefusal> {
  const fee = feeCents(network, leaving.fee);
  if (fee === undefined) return { kind: 'unavailable', retryAfterMs: 2_000, detail: 'there is no price for the fee' };
  const euroCents = leaving.euroCents + fee;
  const over = findExceededLimit(limits(), record, { ...leaving, euroCents, feeCents: fee }, now());
  return over === undefined ? ok(euroCents) : refused('over_limit', over);
}

/**
 * Returns a signed form with any of these claims for other orders, or for any of these orders with other claims. To sign both
 * could pay an order twice. No conflict: a cancelled form, and an order that two people allow to be paid again.
 */
function findConflictingForm(
  record: FormRecord,
  { claims, orderNos }: { readonly claims: readonly string[]; readonly orderNos: readonly string[] },
  cleared: ReadonlyMap<string, Cleared>,
): KnownForm | undefined {
  const ofClaims = claims.flatMap((claim) => record.listByClaim(claim));
  const ofOthers = ofClaims.find(
    (form) => !isDeepStrictEqual(form.orderNos, orderNos) || !isDeepStrictEqual(form.claims, claims),
  );
  // A new form of a payout that was signed before cannot pay twice.
  if (ofOthers || ofClaims.length > 0) return ofOthers;
  return orderNos
    .flatMap((orderNo) => (mayBePaidAgain(record, cleared.get(orderNo)) ? [] : record.listByOrder(orderNo)))
    .findLast((form) => !isDeepStrictEqual(form.claims, claims) && !isCancelled(record, form, claims));
}

/** Returns true if two people have vouched that the order is paid again, and this vouch was not used yet. */
function mayBePaidAgain(record: FormRecord, found: Cleared | undefined): boolean {
  return splitProofs(found?.proof ?? '').some(
    (part) => part.startsWith('again ') && record.findOrderByProof(part) === undefined,
  );
}

/**
 * Returns true if `form` can no longer be mined once a form with these claims is mined. That holds if the claims include,
 * directly or through the signer's own transactions, an output of the cancellation of `form`.
 */
function isCancelled(record: FormRecord, form: KnownForm, claims: readonly string[]): boolean {
  const [claim = ''] = form.claims;
  const cancellations = record.listByClaim(claim).filter(({ purpose }) => purpose === 'cancellation');
  return cancellations.some(({ transactionId }) => descendsFrom(record, transactionId, claims, new Set()));
}

function descendsFrom(record: FormRecord, ancestor: string, claims: readonly string[], seen: Set<string>): boolean {
  return claims.some((claim) => {
    const id = /(\S+):\d+$/.exec(claim)?.[1];
    if (id === undefined || id === 'nonce' || seen.has(id)) return false;
    seen.add(id);
    const parent = record.findByTransaction(id);
    return id === ancestor || (parent !== undefined && descendsFrom(record, ancestor, parent.claims, seen));
  });
}

function toSignedForm({ unsigned, transactionId, bytes, orderNos }: RecordedForm): SignedForm {
  return { unsigned, transactionId, bytes, orderNos };
}
