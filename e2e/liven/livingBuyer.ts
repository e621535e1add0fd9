import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@slipway/contract/calls.ts';
import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { agreedStatus, payByCard } from '../cardPurchase.ts';
import type { BankTransfer, Desk } from '../desk.ts';
import { createGatewayClient } from '../gatewayClient.ts';
import type { CastMember } from './cast.ts';
import type { LivenSettings } from './livenSettings.ts';
import { logInAgain } from './logInAgain.ts';

const LOOK_EVERY_MS = 500;

/** Somebody who buys, by the calls of the buyers' pages. */
export type LivingBuyer = {
  readonly member: CastMember;
  /** The number of a new order. */
  orderByCard(amount: string, receive: string): Promise<string>;
  orderByTransfer(amount: string): Promise<{ readonly orderNo: string; readonly reference: string }>;
  payByCard(orderNo: string, card: string): Promise<void>;
  /** Euros, by their own name and from their own account unless said otherwise. */
  transfer(wanted: Omit<BankTransfer, 'currency'>): Promise<void>;
  cancel(orderNo: string): Promise<void>;
  /** The state once it is one of these, or what it is when patience ends. A new price is agreed to. */
  until(orderNo: string, statuses: readonly OrderStatus[], patienceMs: number): Promise<string>;
  /** What the verifier makes of the buyer's document, which says of them what they have said unless it is another's. */
  showDocument(verdict: 'accepted' | 'refused' | 'review', more?: DocumentShown): Promise<void>;
};

type DocumentShown = {
  /** For which it is asked for. */
  readonly orderNo?: string;
  readonly birthDate?: string;
};

/** Logs in by the code in the mailbox, and gives the details. */
export async function enterAsBuyer(settings: LivenSettings, desk: Desk, member: CastMember): Promise<LivingBuyer> {
  const client = createGatewayClient(settings.origin);
  const authToken = await logInAgain(client, desk, member.email);
  const { email: _, account, ...details } = member;
  const fullName = `${member.firstName} ${member.lastName}`;
  const known = calls.authInfo.data.parse(await client.data('authInfo', { authToken }));
  if (known.kyc_level === 0) await client.data('addKyc', { ...calls.addKyc.example.request, ...details, authToken });
  const address = privateKeyToAddress(generatePrivateKey());

  async function order(payMethod: string, amount: string, getCurrency: string): Promise<string> {
    const asked = {
      ...calls.offerInquiry.example.request,
      payMethod,
      sendCurrencyAmount: amount,
      getCurrency,
      address,
    };
    const { token } = await client.quote(asked);
    const submission = { ...calls.coinOrder.example.request, ...asked, token, authToken };
    return String((await client.data('coinOrder', submission))['orderNo']);
  }

  return {
    member,
    orderByCard: (amount, receive) => order('credit_debit_card', amount, receive),
    async orderByTransfer(amount) {
      const orderNo = await order('bank_transfer', amount, 'ETH');
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
    async until(orderNo, statuses, patienceMs) {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const status = await agreedStatus(client, authToken, orderNo);
        if (statuses.some((one) => one === status) || Date.now() > deadline) return status;
        await sleep(LOOK_EVERY_MS);
      }
    },
    async showDocument(verdict, { orderNo, birthDate: dob = member.birthDate } = {}) {
      const place = { authToken, ...(orderNo !== undefined && { orderNo }) };
      const { url } = await client.data('getIdentificationUrl', place);
      const { firstName, lastName } = member;
      const answer = await fetch(String(url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ verdict, firstName, lastName, dob, nationality: 'DEU' }),
      });
      if (answer.status !== 303) throw new Error(`the verifier's page answered ${answer.status}`);
    },
  };
}
