import { type Amount, amountOf } from '@slipway/money/amount.ts';
import { formatDecimal, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { findBuyerByVerifierReference } from '../account/buyerStore.ts';
import { findProfile } from '../account/profileStore.ts';
import type { Database } from '../platform/database/database.ts';
import { absentAcquirer } from '../providers/card/absentAcquirer.ts';
import type { CardAcquirer, CardPayment } from '../providers/card/cardPort.ts';
import type { SignedPayout, UnsignedPayout } from '../providers/chain/chainPort.ts';
import type { Chains } from '../providers/chain/chains.ts';
import { trustingSigner } from '../providers/chain/trustingSigner.testing.ts';
import type { DocumentDetails, IdentityVerifier } from '../providers/identity/identityPort.ts';
import { ok, refused } from '../providers/outcome.ts';
import { stillAccount } from '../providers/venue/stillAccount.testing.ts';
import { sumOrders } from '../providers/venue/sumOrders.ts';
import type { Execution, TradingVenue } from '../providers/venue/venuePort.ts';
import { type Catalog, nativeAsset } from '../purchase/catalog/catalog.ts';
import { createFakeChain } from '../purchase/delivery/fakeChain.testing.ts';
import { findOrder, findOrderById } from '../purchase/order/orderStore.ts';
import { findAttempt, findAttemptByPayment } from '../purchase/payment/attemptStore.ts';

/** An outside that says yes to whatever an order in the database asks of it, wherever the order has come to. */
export function createObligingWorld(database: Database, catalog: Catalog) {
  return {
    card: obligingAcquirer(database),
    venue: obligingVenue(database),
    chains: obligingChains(catalog),
    signer: trustingSigner(signAsJson),
    identity: {
      id: 'obliging',
      openCheck: async () => ok({ url: 'https://verifier.example' }),
      getCheck: async (externalUserId) =>
        ok({
          applicantId: externalUserId,
          status: 'accepted' as const,
          retryable: false,
          document: await documentOf(database, externalUserId),
        }),
      verifyWebhook: () => null,
    } satisfies IdentityVerifier,
  };
}

async function signAsJson(unsigned: UnsignedPayout): Promise<SignedPayout> {
  const bytes = JSON.stringify(unsigned);
  return { bytes, transactionId: `tx:${bytes}` };
}

/** The document says what the buyer has said. */
async function documentOf(database: Database, verifierReference: string): Promise<DocumentDetails> {
  const buyer = await findBuyerByVerifierReference(database, verifierReference);
  const profile = buyer && (await findProfile(database, buyer.id));
  if (!profile) return { names: [] };
  return { names: [{ given: profile.firstName, family: profile.lastName }], birthDate: profile.birthDate };
}

function obligingAcquirer(database: Database): CardAcquirer {
  const settled = new Map<string, Pick<CardPayment, 'status' | 'capturedAmount'>>();
  const notAsked = () => Promise.reject(new Error('no order of a former version asks for this'));

  async function payment(paymentId: string, attemptId?: string): Promise<CardPayment> {
    const attempt = await (attemptId ? findAttempt(database, attemptId) : findAttemptByPayment(database, paymentId));
    const order = attempt && (await findOrderById(database, attempt.orderId));
    if (!attempt || !order) throw new Error(`no order has the payment ${paymentId}`);
    const capturedAmount = amountOf(order.pay.asset, 0n);
    const found =
      order.captured.units > 0n
        ? ({ status: 'captured', capturedAmount: order.captured } as const)
        : ({ status: 'authorized', capturedAmount } as const);
    const now = settled.get(paymentId) ?? found;
    return { paymentId, orderNo: order.orderNo, attemptId: attempt.id, amount: order.pay, ...now };
  }

  function settle(paymentId: string, status: 'captured' | 'voided', capturedAmount: Amount) {
    settled.set(paymentId, { status, capturedAmount });
    return payment(paymentId).then(ok);
  }

  return {
    id: 'obliging',
    browser: absentAcquirer.browser,
    createCustomer: async () => ok({ customerId: 'cus_obliging' }),
    authorize: async ({ attemptId }) => ok(await payment(`pi_${attemptId}`, attemptId)),
    capture: ({ paymentId, amount }) => settle(paymentId, 'captured', amount),
    void: ({ paymentId }) => settle(paymentId, 'voided', amountOf(fiatAsset('EUR'), 0n)),
    refund: async ({ paymentId, orderNo, reference, amount }) =>
      ok({ refundId: `re_${reference}`, paymentId, orderNo, reference, amount, status: 'settled' as const }),
    findRefund: async () => refused('not_found'),
    getPayment: async (paymentId) => ok(await payment(paymentId)),
    async getRefund(refundId) {
      const row = await database.one<{ paymentId: string; orderNo: string; reference: string }>(sql`
        select r.id as reference, r.payment_id as "paymentId", o.order_no as "orderNo" from refunds r join orders o on o.id = r.order_id
        where r.acquirer_refund_id = ${refundId}`);
      const order = await findOrder(database, row.orderNo);
      if (!order) throw new Error(`no order has the refund ${refundId}`);
      return ok({ refundId, ...row, amount: order.captured, status: 'settled' as const });
    },
    listCards: notAsked,
    forgetCard: notAsked,
    getDispute: notAsked,
    uploadEvidenceFile: notAsked,
    submitEvidence: notAsked,
    getFraudWarning: notAsked,
    listBalanceLines: notAsked,
    verifyWebhook: () => null,
  };
}

const RULES = {
  takerFee: parseDecimal('0'),
  amountDecimals: 18,
  priceDecimals: 2,
  minimumBase: parseDecimal('0.000000000000000001'),
  minimumCost: parseDecimal('0.01'),
};

/** Fills every part whole at its limit. */
function obligingVenue(database: Database): TradingVenue {
  async function filled(clientOrderId: string): Promise<Execution> {
    const part = await database.one<{ base: string; limit: string }>(sql`
      select base_amount as base, limit_price as "limit" from conversions where client_order_id = ${clientOrderId}`);
    const filledBase = parseDecimal(part.base);
    const cost = rescale(multiply(filledBase, parseDecimal(part.limit)), 2, 'up');
    const order = { venueOrderId: `v_${clientOrderId}`, status: 'closed', filledBase, cost, fees: [] } as const;
    return sumOrders(clientOrderId, [order]);
  }
  return {
    ...stillAccount,
    id: 'obliging',
    getAsks: async () =>
      ok([{ price: parseDecimal('0.000001'), amount: parseDecimal(formatDecimal(parseDecimal('1000000000'))) }]),
    getMarketRules: async () => ok(RULES),
    execute: async ({ clientOrderId }) => ok(await filled(clientOrderId)),
    getExecution: async (clientOrderId) => ok(await filled(clientOrderId)),
    cancel: async (clientOrderId) => ok(await filled(clientOrderId)),
    readStatement: async () => ok({ balances: [], lines: [] }),
  };
}

/** Every payout is in a block that no re-organization reaches any more. */
function obligingChains(catalog: Catalog): Chains {
  return new Map(
    catalog.networks.map((network) => {
      const { chain, story } = createFakeChain(network.chain, nativeAsset(catalog, network));
      story.view = { status: 'included', confirmations: 1_000, final: true };
      return [network.chain, chain] as const;
    }),
  );
}
