import type { AccountState } from '../accountState.ts';

/** Amounts of one payment, in Stripe's minor units of its currency. The fee is in the account's settlement currency. */
export type PaymentSummary = {
  readonly id: string;
  readonly customer: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly amount: number;
  readonly captured: number;
  readonly refunded: number;
  readonly fee: number;
  readonly feeCurrency: string;
  readonly status: string;
};

/** Returns the account in a form that can be compared with a ledger. */
export function summarizeAccount(state: AccountState) {
  return {
    customers: Object.values(state.customers).map(({ id, email, metadata }) => ({ id, email, metadata })),
    payments: Object.values(state.paymentIntents).map((intent): PaymentSummary => {
      const charge = intent.latest_charge === null ? undefined : state.charges[intent.latest_charge];
      const line = charge?.balance_transaction ? state.balanceTransactions[charge.balance_transaction] : undefined;
      return {
        id: intent.id,
        customer: intent.customer,
        metadata: intent.metadata,
        currency: intent.currency,
        amount: intent.amount,
        captured: intent.amount_received,
        refunded: sum(
          Object.values(state.refunds)
            .filter((refund) => refund.payment_intent === intent.id && refund.status !== 'failed')
            .map((refund) => refund.amount),
        ),
        fee: line?.fee ?? 0,
        feeCurrency: line?.currency ?? intent.currency,
        status: intent.status,
      };
    }),
    refunds: Object.values(state.refunds).map(({ id, payment_intent, amount, currency, status }) => ({
      id,
      payment: payment_intent,
      amount,
      currency,
      status,
    })),
    disputes: Object.values(state.disputes).map((dispute) => ({
      id: dispute.id,
      payment: dispute.payment_intent,
      amount: dispute.amount,
      currency: dispute.currency,
      status: dispute.status,
      fee: sum(dispute.balance_transactions.map((id) => state.balanceTransactions[id]?.fee ?? 0)),
      /** Amount that the dispute's balance transactions removed from the account, including fees. */
      gone: -sum(dispute.balance_transactions.map((id) => state.balanceTransactions[id]?.net ?? 0)),
      submissions: dispute.submission_count,
      evidence: dispute.evidence,
    })),
    files: Object.values(state.files).map(({ id, filename, size, type, sha256 }) => ({
      id,
      filename,
      size,
      type,
      sha256,
    })),
    warnings: Object.values(state.earlyFraudWarnings).map(({ id, payment_intent }) => ({
      id,
      payment: payment_intent,
    })),
    payouts: Object.values(state.payouts).map(({ id, amount, currency, status, lines }) => ({
      id,
      amount,
      currency,
      status,
      lines,
    })),
    /** All balance transactions, oldest first. */
    lines: Object.values(state.balanceTransactions).map(({ id, type, amount, fee, net, currency }) => ({
      id,
      type,
      amount,
      fee,
      net,
      currency,
    })),
    /** The account's balance per currency. */
    balance: Object.values(state.balanceTransactions).reduce<Record<string, number>>(
      (totals, line) => ({ ...totals, [line.currency]: (totals[line.currency] ?? 0) + line.net }),
      {},
    ),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
