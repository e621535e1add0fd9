import { createAmount } from '@slipway/money/amount.ts';
import { expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { BITCOIN, exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { buildOrderRecords } from './orderRecords.ts';

const settings = seededSettings();
const at = new Date('2026-11-21T10:00:00Z');
const euros = (units: bigint) => createAmount(exampleOrder.pay.asset, units);
const context = { settings: () => settings, explorerUrl: (network: string, id: string) => `https://${network}/${id}` };

const sections = {
  attempts: [],
  conversions: [],
  disputes: [],
  judgements: [],
  alerts: [],
  refundRequests: [],
  payouts: [
    {
      id: 'pay_1',
      status: 'final',
      amount: createAmount(BITCOIN, 155_735n),
      network: 'bitcoin',
      from: 'bc1qfrom',
      to: 'bc1qto',
      nonce: null,
      transaction: 'tx_1',
      confirmations: 6,
      fee: createAmount({ ...BITCOIN, code: BITCOIN.id }, 1_500n),
      expectedFee: null,
      createdAt: at,
      updatedAt: at,
      togetherWith: null,
      variants: [{ number: 1, purpose: 'payment', transaction: 'tx_1', signedAt: at }],
    },
  ],
  refunds: [
    {
      id: 'ref_1',
      status: 'settled',
      purpose: 'order',
      channel: 'bank',
      amount: euros(1_000n),
      payment: 'booking_1',
      acquirerRefund: null,
      creditor: 'Karin Muster',
      account: 'DE89370400440532013000',
      file: null,
      fileSentAt: null,
      createdAt: at,
      updatedAt: at,
    },
  ],
  receipts: [
    {
      id: 'booking_1',
      account: 'DE75512108001245126199',
      direction: 'credit',
      reversal: false,
      amount: euros(10_000n),
      bookedOn: '2026-11-21',
      endToEndId: '',
      remittance: 'for Karin with love',
      furtherText: '',
      unitemized: false,
      reference: '',
      transactionId: '',
      returnReason: '',
      counterpartyName: 'Karin Muster',
      counterpartyAccount: 'DE89370400440532013000',
      status: 'order',
      reason: null,
      orderId: 1,
      refundId: null,
      doubt: null,
      refundDoubt: null,
      surplus: euros(0n),
      recalled: euros(0n),
      createdAt: at,
    },
  ],
} as unknown as Parameters<typeof buildOrderRecords>[0];

test.each(['viewer', 'treasurer', 'admin'] as const)(
  'a %s sees initials, masked accounts and no text of the payer',
  (role) => {
    const { receipts, refunds } = buildOrderRecords(sections, [role], context);
    expect(receipts[0]).toMatchObject({ counterpartyName: 'K. M.', counterpartyAccount: 'DE·· 3000' });
    expect(refunds[0]).toMatchObject({ creditor: 'K. M.', account: 'DE·· 3000' });
    expect(JSON.stringify([receipts, refunds])).not.toMatch(/Muster|love|0532013/);
  },
);

test.each(['support', 'compliance'] as const)(
  'a person with the role %s sees names and texts, and accounts stay masked',
  (role) => {
    const { receipts, refunds } = buildOrderRecords(sections, [role], context);
    expect(receipts[0]).toMatchObject({ counterpartyName: 'Karin Muster', remittance: 'for Karin with love' });
    expect(refunds[0]).toMatchObject({ creditor: 'Karin Muster', account: 'DE·· 3000' });
    expect(JSON.stringify([receipts, refunds])).not.toContain('0532013');
  },
);

test('shows each form of a payout, its fee in coins and a link to the explorer, and omits absent fields', () => {
  const [payout] = buildOrderRecords(sections, ['viewer'], context).payouts;
  expect(payout).toMatchObject({
    amount: { amount: '0.00155735', unit: 'BTC' },
    fee: { amount: '0.00001500', unit: 'BTC' },
    explorer: 'https://bitcoin/tx_1',
    variants: [{ number: 1, purpose: 'payment', transaction: 'tx_1', signedAt: at.toISOString() }],
  });
  expect(payout).not.toHaveProperty('nonce');
});
