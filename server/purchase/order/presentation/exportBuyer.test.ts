import { calls } from '@slipway/contract/calls.ts';
import { describe, expect, test } from 'vitest';
import { openTestBrowser } from '../../../account/testBrowser.testing.ts';
import { createBuyerOrder, createTestBuyer, WALLET } from '../../../account/testBuyer.testing.ts';
import { etherInquiry, openOwnGateway } from '../../../app/api/testGateway.testing.ts';

const gateway = await openOwnGateway();

describe('the export', () => {
  test('contains the data of its buyer, but no secrets and no data of another buyer', async () => {
    const anna = await createTestBuyer(gateway, 'anna');
    const ben = await createTestBuyer(gateway, 'ben');
    const orderNo = await createBuyerOrder(anna, 'cancelled');
    await createBuyerOrder(ben, 'cancelled');
    const { body } = await anna.browser.post('exportData');
    const data = calls.exportData.data.parse(body.data);
    expect(data).toMatchObject({
      email: 'anna@example.com',
      kyc_level: 1,
      details: { lastName: anna.lastName, birthDate: calls.addKyc.example.request.birthDate },
      identityCheck: { provider: 'sumsub', status: 'accepted' },
      billingAddress: { address: 'Street of anna 1' },
      cards: [{ last4: '4242' }],
      addresses: [{ address: WALLET, name: 'Walletanna' }],
      orders: [{ orderNo, address: WALLET, status: 'cancelled' }],
    });
    expect(data.orders[0]?.timeline.map(({ status }) => status)).toEqual(['awaiting_payment', 'cancelled']);
    expect(data.sessions).toHaveLength(1);
    expect(new Date(data.createdAt).getTime()).toBeLessThanOrEqual(new Date(data.exportedAt).getTime());
    const text = JSON.stringify(data);
    // Long enough that no random id contains them by chance.
    for (const foreign of ['ben@example.com', ben.lastName, 'Cityben', 'Billing ben', 'Street of ben', 'Walletben'])
      expect(text).not.toContain(foreign);
    for (const secret of ['"pm_', 'finger', 'applicant of']) expect(text).not.toContain(secret);
  });

  test('contains the partner’s references of an order, as the order’s page does', async () => {
    const carl = await createTestBuyer(gateway, 'carl');
    const sender = { reference: 'cart 17', refererUrl: 'https://shop.example/cart?id=17' };
    const quoted = await carl.browser.post('offerInquiry', { ...etherInquiry, ...sender });
    const made = await carl.browser.post('coinOrder', {
      ...etherInquiry,
      token: (quoted.body.data as { token: string }).token,
      payMethod: 'credit_debit_card',
      address: WALLET,
      referer_order: '2ZZC583FAYCFDQL3PDM2',
    });
    const { orderNo } = made.body.data as { orderNo: string };
    const expected = { ...sender, refererOrder: '2ZZC583FAYCFDQL3PDM2' };
    expect((await carl.browser.post('orderDetail', { orderNo })).body.data).toMatchObject(expected);
    expect((await carl.browser.post('exportData')).body.data).toMatchObject({ orders: [{ orderNo, ...expected }] });
  });

  test('needs a session, and is empty for a buyer without data', async () => {
    const browser = openTestBrowser(gateway);
    expect((await browser.post('exportData')).body.respCode).toBe('5002');
    await browser.login('nobody@example.com');
    expect((await browser.post('exportData')).body.data).toMatchObject({
      details: null,
      identityCheck: null,
      billingAddress: null,
      cards: [],
      addresses: [],
      orders: [],
    });
  });
});
