import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@slipway/contract/calls.ts';
import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { payByCard, readStatusAcceptingRequote } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import type { BankTransfer, SandboxClient } from '../sandboxClient.ts';
import type { LivenSettings } from './livenSettings.ts';
import { logInAgain } from './logInAgain.ts';
import type { SampleBuyer } from './sampleBuyers.ts';

const POLL_INTERVAL_MS = 500;

/** A buyer who uses the calls of the buyers' pages. */
export type SimulatedBuyer = {
  readonly sampleBuyer: SampleBuyer;
  /** Returns the number of a new order. */
  orderByCard(amount: string, receive: string): Promise<string>;
  orderByTransfer(amount: string): Promise<{ readonly orderNo: string; readonly reference: string }>;
  payByCard(orderNo: string, card: string): Promise<void>;
  /** Pays in euros; by default with the buyer's name and from the buyer's account. */
  transfer(wanted: Omit<BankTransfer, 'currency'>): Promise<void>;
  cancel(orderNo: string): Promise<void>;
  /** Waits for one of the statuses and returns the last status, also after a timeout. Accepts any new price. */
  waitForStatus(orderNo: string, statuses: readonly OrderStatus[], patienceMs: number): Promise<string>;
  /** Sets the verifier's verdict on the buyer's document, which by default shows the buyer's own details. */
  showDocument(verdict: 'accepted' | 'refused' | 'review', more?: DocumentOptions): Promise<void>;
};

type DocumentOptions = {
  /** The order that requires the document. */
  readonly orderNo?: string;
  readonly birthDate?: string;
};

/** Logs in with the code from the mailbox and submits the buyer's details unless they are already known. */
export async function logInSimulatedBuyer(
  settings: LivenSettings,
  desk: SandboxClient,
  sampleBuyer: SampleBuyer,
): Promise<SimulatedBuyer> {
  const client = createGatewayClient(settings.origin);
  const authToken = await logInAgain(client, desk, sampleBuyer.email);
  const { email: _, account, ...details } = sampleBuyer;
  const fullName = `${sampleBuyer.firstName} ${sampleBuyer.lastName}`;
  const authInfo = calls.authInfo.data.parse(await client.data('authInfo', { authToken }));
  if (authInfo.kyc_level === 0) await client.data('addKyc', { ...calls.addKyc.example.request, ...details, authToken });
  const address = privateKeyToAddress(generatePrivateKey());

  async function placeOrder(payMethod: string, amount: string, getCurrency: string): Promise<string> {
    const inquiry = {
      ...calls.offerInquiry.example.request,
      payMethod,
      sendCurrencyAmount: amount,
      getCurrency,
      address,
    };
    const { token } = await client.quote(inquiry);
    const submission = { ...calls.coinOrder.example.request, ...inquiry, token, authToken };
    return String((await client.data('coinOrder', submission))['orderNo']);
  }

  return {
    sampleBuyer,
    orderByCard: (amount, receive) => placeOrder('credit_debit_card', amount, receive),
    async orderByTransfer(amount) {
      const orderNo = await placeOrder('bank_transfer', amount, 'ETH');
      const { transfer } = await client.data('orderDetail', { orderNo, authToken });
      return { orderNo, reference: (transfer as { readonly reference: string }).reference };
    },
    payByCard: (orderNo, card) => payByCard(client, authToken, orderNo, settings.sandboxPort, card),
    async transfer(wanted) {
      await desk.sendBankTransfer({ currency: 'EUR', payerName: fullName, payerAccount: account, ...wanted });
    },
    async cancel(orderNo) {
      await client.data('cancelOrder', { orderNo, authToken });
    },
    async waitForStatus(orderNo, statuses, patienceMs) {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const status = await readStatusAcceptingRequote(client, authToken, orderNo);
        if (statuses.some((one) => one === status) || Date.now() > deadline) return status;
        await sleep(POLL_INTERVAL_MS);
      }
    },
    async showDocument(verdict, { orderNo, birthDate: dob = sampleBuyer.birthDate } = {}) {
      const place = { authToken, ...(orderNo !== undefined && { orderNo }) };
      const { url } = await client.data('getIdentificationUrl', place);
      const { firstName, lastName } = sampleBuyer;
      const answer = await fetch(String(url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ verdict, firstName, lastName, dob, nationality: 'DEU' }),
      });
      if (answer.status !== 303) throw new Error(`the verifier's page answered ${answer.status}`);
    },
  };
}
