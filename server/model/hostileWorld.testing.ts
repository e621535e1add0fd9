import { type Amount, createAmount, createZeroAmount, subtractAmounts } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { CardAcquirer, CardPayment, CardRefund } from '../providers/card/cardPort.ts';
import type { Chain, PayoutView, SignedPayout, UnsignedPayout } from '../providers/chain/chainPort.ts';
import { createTrustingSigner } from '../providers/chain/trustingSigner.testing.ts';
import type { IdentityStatus, IdentityVerifier } from '../providers/identity/identityPort.ts';
import { type Outcome, ok, refused } from '../providers/outcome.ts';
import { accountWithoutMovements } from '../providers/venue/accountWithoutMovements.testing.ts';
import { sumOrders } from '../providers/venue/sumOrders.ts';
import type { Execution, TradingVenue } from '../providers/venue/venuePort.ts';

/** How a vendor treats the next call: executes it, executes it and loses the answer, is unreachable, refuses, or is slow. */
export const vendorBehaviors = ['does', 'loses', 'away', 'refuses', 'slow'] as const;
export type VendorBehavior = (typeof vendorBehaviors)[number];

/** Payments from and to the buyer as the world saw them: the oracle, independent of the product's tables. */
export type ObservedPayments = {
  taken: bigint;
  /** Recalled, disputed, or refunded outside the product, after the product was notified. */
  knownBack: bigint;
  refunded: bigint;
  coinsSent: boolean;
  /** The buyer is on a sanctions list: nothing may be paid out. */
  frozen: boolean;
  /** A requested document has not been verified yet. */
  unidentified: boolean;
  /** Forbidden acts of the product: without money, for a listed buyer, or for one without a verified identity. */
  readonly violations: string[];
};

export type Dispute = {
  readonly id: string;
  readonly units: bigint;
  status: 'open' | 'won' | 'lost' | 'reversed';
  isAnnounced: boolean;
};

const RULES = {
  takerFee: parseDecimal('0.001'),
  amountDecimals: 8,
  priceDecimals: 2,
  minimumBase: parseDecimal('0.00000100'),
  minimumCost: parseDecimal('0.01'),
};
const AWAY = { kind: 'unavailable', retryAfterMs: 0, detail: 'away' } as const;
const LOST = { kind: 'unknown', detail: 'the answer was lost' } as const;
export const DISPUTE_FEE = 2_000n;
const ACQUIRER_FEE = 175n;
const NETWORK_FEE = 1_500n;

/**
 * Creates everything outside one order: an acquirer, a venue, a chain and a verifier. Their own books are correct. They treat
 * each call as the script prescribes, and are reliable after it.
 */
export function createHostileWorld(options: {
  readonly name: string;
  readonly price: bigint;
  readonly asset: Asset;
  readonly payAsset: Asset;
  readonly behaviors: readonly VendorBehavior[];
  readonly needsDocument: boolean;
  /** Fill of each purchase at the venue, in percent. */
  readonly fills: readonly number[];
}) {
  const { name, payAsset, asset } = options;
  const pendingBehaviors = [...options.behaviors];
  const waitingFills = [...options.fills];
  const observed: ObservedPayments = {
    taken: 0n,
    knownBack: 0n,
    refunded: 0n,
    coinsSent: false,
    frozen: false,
    unidentified: options.needsDocument,
    violations: [],
  };
  const takeBehavior = (): VendorBehavior => pendingBehaviors.shift() ?? 'does';

  /** Records a violation if money or coins leave that are not covered by the buyer's payments, or that may not leave. */
  function recordDeparture(units: bigint, what: string): void {
    const out = observed.refunded + (observed.coinsSent ? options.price : 0n) + units;
    if (out > observed.taken - observed.knownBack) observed.violations.push(`${what} of ${units} without the money`);
    if (observed.frozen) observed.violations.push(`${what} of ${units} for a listed buyer`);
    if (observed.unidentified && what === 'coins') observed.violations.push('coins for a buyer without a document');
  }

  /** Records a violation if a purchase starts before the buyer's money has arrived: a started purchase always finishes. */
  function checkPurchaseStart(): void {
    const here = observed.taken - observed.knownBack - observed.refunded;
    if (here < options.price) observed.violations.push(`a purchase is begun with ${here} of the money`);
  }

  // The acquirer
  const payments = new Map<string, CardPayment>();
  const refunds = new Map<string, CardRefund & { readonly isRequested: boolean }>();
  const disputes: Dispute[] = [];

  function updatePayment(paymentId: string, change: Partial<CardPayment>): CardPayment {
    const payment = payments.get(paymentId);
    if (!payment) throw new Error(`no payment ${paymentId}`);
    const next = { ...payment, ...change };
    payments.set(paymentId, next);
    return next;
  }

  function capture(paymentId: string, amount: Amount): Outcome<CardPayment, 'already_voided' | 'already_captured'> {
    const payment = updatePayment(paymentId, {});
    if (payment.status === 'voided') return refused('already_voided');
    if (payment.status === 'captured') return ok(payment);
    observed.taken += amount.units;
    return ok(
      updatePayment(paymentId, {
        status: 'captured',
        capturedAmount: amount,
        acquirerFee: createAmount(payAsset, ACQUIRER_FEE),
      }),
    );
  }

  const card: CardAcquirer = {
    id: 'hostile',
    browser: {
      scriptUrl: '',
      publicKey: '',
      scriptOrigins: [],
      frameOrigins: [],
      connectOrigins: [],
      toFieldsAmount: () => ({ amountMinor: 0, currency: 'eur' }),
    },
    createCustomer: async () => ok({ customerId: `cus_${name}` }),
    async authorize({ orderNo, attemptId, amount }) {
      const now = takeBehavior();
      if (now === 'away') return AWAY;
      const paymentId = `pi_${attemptId}`;
      if (!payments.has(paymentId)) {
        if (now === 'refuses') return refused('declined');
        const capturedAmount = createZeroAmount(amount.asset);
        payments.set(paymentId, { paymentId, orderNo, attemptId, status: 'authorized', amount, capturedAmount });
      }
      return now === 'loses' ? LOST : ok(updatePayment(paymentId, {}));
    },
    async capture({ paymentId, amount }) {
      const now = takeBehavior();
      if (now === 'away') return AWAY;
      if (now === 'refuses') return refused('authorization_expired');
      const result = capture(paymentId, amount);
      return now === 'loses' ? LOST : result;
    },
    async void({ paymentId }) {
      const now = takeBehavior();
      if (now === 'away') return AWAY;
      if (updatePayment(paymentId, {}).status === 'captured') return refused('already_captured');
      const voided = updatePayment(paymentId, { status: 'voided' });
      return now === 'loses' ? LOST : ok(voided);
    },
    async refund({ idempotencyKey, paymentId, orderNo, amount }) {
      const now = takeBehavior();
      if (now === 'away') return AWAY;
      if (!refunds.has(idempotencyKey)) {
        if (now === 'refuses') return refused('invalid_request');
        recordDeparture(amount.units, 'a refund');
        observed.refunded += amount.units;
        const status = now === 'slow' ? ('pending' as const) : ('settled' as const);
        const about = { reference: idempotencyKey, orderNo, paymentId, amount };
        refunds.set(idempotencyKey, { ...about, refundId: `re_${idempotencyKey}`, status, isRequested: true });
      }
      const refund = refunds.get(idempotencyKey);
      return now === 'loses' || !refund ? LOST : ok(refund);
    },
    getPayment: async (paymentId) =>
      payments.has(paymentId) ? ok(updatePayment(paymentId, {})) : refused('not_found'),
    async getRefund(refundId) {
      const refund = [...refunds.values()].find((known) => known.refundId === refundId);
      return refund ? ok(refund) : refused('not_found');
    },
    async findRefund({ reference }) {
      const refund = refunds.get(reference);
      return refund ? ok(refund) : refused('not_found');
    },
    // The script sends disputes and warnings itself: other tests cover how the product reads the acquirer's messages.
    getDispute: async () => refused('not_found'),
    uploadEvidenceFile: async () => AWAY,
    submitEvidence: async () => AWAY,
    getFraudWarning: async () => refused('not_found'),
    listBalanceLines: async () => ok({ lines: [] }),
    getPayout: async () => refused('not_found'),
    listPayoutLines: async () => ok({ lines: [] }),
    forgetCard: async () => ok(undefined),
    verifyWebhook: () => null,
  };

  // The venue: fills at the limit, so that every purchase has its maximum cost.
  const executions = new Map<string, Execution>();
  let executed = 0;
  const venue: TradingVenue = {
    ...accountWithoutMovements,
    id: 'hostile',
    getAsks: async () => ok([{ price: parseDecimal('0.01'), amount: parseDecimal('1000000') }]),
    getMarketRules: async () => ok(RULES),
    async execute({ clientOrderId, baseAmount, limitPrice, mayStillSend }) {
      const now = takeBehavior();
      if (now === 'away') return AWAY;
      if (!(await mayStillSend())) return refused('superseded');
      if (now === 'refuses') return refused('insufficient_funds');
      if (!executions.has(clientOrderId)) {
        executed += 1;
        const share = waitingFills.shift() ?? 100;
        const filledBase = rescale(multiply(baseAmount, parseDecimal((share / 100).toFixed(2))), 8, 'down');
        const status = share === 100 ? ('closed' as const) : ('canceled' as const);
        const cost = rescale(multiply(filledBase, limitPrice), 2, 'up');
        const order = { venueOrderId: `v_${clientOrderId}`, status, filledBase, cost, fees: [] };
        executions.set(clientOrderId, sumOrders(clientOrderId, [order]));
      }
      const execution = executions.get(clientOrderId);
      return now === 'loses' || !execution ? LOST : ok(execution);
    },
    async getExecution(clientOrderId) {
      const execution = executions.get(clientOrderId);
      return execution ? ok(execution) : refused('not_found');
    },
    async cancel(clientOrderId) {
      const execution = executions.get(clientOrderId);
      return execution ? ok(execution) : refused('not_found');
    },
    readStatement: async () => AWAY,
  };

  // The chain: an account with unique nonces, and transactions that are mined, dropped, reverted or re-organized.
  const sent = new Map<string, { view: PayoutView; readonly nonce: number; readonly value: bigint }>();
  const native: Asset = asset;
  const view = (status: PayoutView['status'], confirmations: number, final: boolean): PayoutView => ({
    status,
    confirmations,
    final,
    ...((status === 'included' || status === 'reverted') && { networkFee: createAmount(native, NETWORK_FEE) }),
  });
  const sign = async (unsigned: UnsignedPayout): Promise<SignedPayout> => {
    const bytes = JSON.stringify({ name, ...unsigned });
    return { bytes, transactionId: `tx:${bytes}` };
  };
  const signer = createTrustingSigner(sign);
  const chain: Chain = {
    network: asset.id.split('/')[0] ?? '',
    name: 'A chain of the model',
    nativeAsset: native,
    treasuryAddress: `treasury-${name}`,
    traits: {
      stuckAfterMs: 60_000,
      deductedWhen: 'included',
      mostPayees: 1,
      deliveredWhen: 'confirmed',
      toComparableAddress: (address) => address,
    },
    paymentUris: { scheme: 'model', read: (address) => ({ address }) },
    requiredConfirmations: () => 2,
    validateAddress: (address) => ({ valid: true, normalized: address }),
    estimateNetworkFee: async () => ok(createAmount(native, NETWORK_FEE)),
    readTreasury: async () => (takeBehavior() === 'away' ? AWAY : ok({ kind: 'model' })),
    composePayout: ([request], _reading, { nextNonce }) =>
      ok({ kind: 'model', nonce: nextNonce, value: request.units.toString(), fee: '100' }),
    readBalances: async () => ok({ kind: 'model' }),
    readHoldings: async () => AWAY,
    computeFreeFunds: () => ({ asset: 10n ** 30n, native: 10n ** 30n }),
    worstFee: ({ fee }) => BigInt(fee as string),
    isCancellation: ({ value }) => value === '0',
    getClaims: ({ nonce }) => ({ nonce: Number(nonce), held: [] }),
    async broadcastPayout({ bytes, transactionId }) {
      const now = takeBehavior();
      if (now === 'away') return AWAY;
      const { nonce, value } = JSON.parse(bytes) as { nonce: number; value: string };
      if (!sent.has(transactionId)) {
        if (![...sent.values()].some((other) => other.nonce === nonce)) {
          recordDeparture(options.price, 'coins');
          observed.coinsSent = true;
        }
        sent.set(transactionId, { view: view('pending', 0, false), nonce, value: BigInt(value) });
      }
      return now === 'loses' ? LOST : ok(undefined);
    },
    readTip: async () => AWAY,
    readSent: async () => ok({ nextNonce: undefined, transactions: [], received: [] }),
    getIncoming: async () => refused('not_found'),
    async getPayout({ transactionId }) {
      if (takeBehavior() === 'away') return AWAY;
      const form = sent.get(transactionId);
      if (form) return ok(form.view);
      return ok(view('missing', 0, false));
    },
    readFees: async () => ok({ kind: 'model' }),
    bumpPayout: (unsigned) => ok({ ...unsigned, fee: String(Number(unsigned['fee']) + 13) }),
    cancelPayout: (unsigned) => ok({ ...unsigned, value: '0', fee: String(Number(unsigned['fee']) + 13) }),
  };

  const identity: IdentityVerifier = {
    id: 'hostile',
    openCheck: async () => (takeBehavior() === 'away' ? AWAY : ok({ url: 'https://verifier.example' })),
    getCheck: async (applicantId) => ok({ applicantId, status: verdict, retryable: false }),
    verifyWebhook: () => null,
  };
  let verdict: IdentityStatus = options.needsDocument ? 'processing' : 'accepted';

  return {
    card,
    venue,
    chain,
    signer,
    identity,
    observed,
    recordDeparture,
    checkPurchaseStart,
    payments,
    refunds,
    disputes,
    executions,
    sent,
    executedTimes: () => executed,
    /** From now on every call succeeds. */
    makeReliable() {
      pendingBehaviors.length = 0;
      waitingFills.length = 0;
    },
    setVerdict(next: typeof verdict) {
      verdict = next;
      observed.unidentified = options.needsDocument && next !== 'accepted';
    },
    captureElsewhere(): boolean {
      const open = [...payments.values()].find(({ status }) => status === 'authorized');
      return open !== undefined && capture(open.paymentId, open.amount).kind === 'ok';
    },
    /** Captures once more for a paid order: a payment that no order expects. */
    captureAgain(attemptId: string): boolean {
      const first = [...payments.values()].find(({ status }) => status === 'captured');
      if (!first || payments.size > 2) return false;
      const paymentId = `pi_${attemptId}`;
      const authorized = { paymentId, attemptId, orderNo: first.orderNo, amount: first.amount };
      payments.set(paymentId, { ...authorized, status: 'authorized', capturedAmount: createZeroAmount(payAsset) });
      return capture(paymentId, first.amount).kind === 'ok';
    },
    /** Mines one form of each pending payout; the others with its nonce will never be mined. */
    mine(confirmations: number, final = false): void {
      for (const { nonce } of sent.values()) {
        const forms = [...sent.values()].filter((one) => one.nonce === nonce);
        const mined =
          forms.find((form) => form.view.status === 'included' || form.view.status === 'reverted') ?? forms.at(-1);
        for (const form of forms) {
          if (form !== mined) form.view = view('replaced', 0, final);
          else form.view = view(form.view.status === 'reverted' ? 'reverted' : 'included', confirmations, final);
        }
      }
    },
    revert(): void {
      for (const one of sent.values()) if (one.view.status === 'pending') one.view = view('reverted', 5, true);
      if ([...sent.values()].every(({ view: seen }) => seen.status === 'reverted')) observed.coinsSent = false;
    },
    reorganize(): void {
      for (const one of sent.values())
        if (one.view.status === 'included' && !one.view.final) one.view = view('pending', 0, false);
    },
    /** Returns this world's own books in minor units, by the account that should match. */
    computeBooks(bank: { readonly received: bigint; readonly sent: bigint }) {
      const captured = sum([...payments.values()].map(({ capturedAmount }) => capturedAmount.units));
      const fees = BigInt([...payments.values()].filter(({ status }) => status === 'captured').length) * ACQUIRER_FEE;
      const back = sum(
        [...refunds.values()].filter(({ status }) => status === 'settled').map(({ amount }) => amount.units),
      );
      const disputed = sum(
        disputes
          .filter(({ status, isAnnounced }) => isAnnounced && status !== 'won' && status !== 'reversed')
          .map(({ units }) => units),
      );
      const disputeFees = BigInt(disputes.filter(({ isAnnounced }) => isAnnounced).length) * DISPUTE_FEE;
      const mined = [...sent.values()].filter(({ view: seen }) => seen.status === 'included');
      return {
        'asset:acquirer': captured - fees - back - disputed - disputeFees,
        'asset:bank': bank.received - bank.sent,
        coins: -sum(mined.map(({ value }) => value)),
        bought: [...executions.values()].reduce(
          (total, { filledBase }) => total + rescale(filledBase, asset.decimals, 'down').coefficient,
          0n,
        ),
      };
    },
    getRefundableUnits: (paymentId: string): bigint => {
      const payment = updatePayment(paymentId, {});
      const back = sum(
        [...refunds.values()]
          .filter((refund) => refund.paymentId === paymentId && refund.status !== 'failed')
          .map(({ amount }) => amount.units),
      );
      return subtractAmounts(payment.capturedAmount, createAmount(payAsset, back)).units;
    },
  };
}

export type HostileWorld = ReturnType<typeof createHostileWorld>;

function sum(units: readonly bigint[]): bigint {
  return units.reduce((total, one) => total + one, 0n);
}
