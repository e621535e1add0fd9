import { calls } from '@slipway/contract/calls.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createBuyerOrder, createTestBuyer } from '../../account/testBuyer.testing.ts';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';

const gateway = await openOwnGateway();
const anna = await createTestBuyer(gateway, 'anna');
const orderNo = await createBuyerOrder(anna, 'delivered');

const readRefusal = async (browser: typeof anna.browser, input: object) =>
  ((await browser.post('orderReceipt', input)).body.data as { error: string }).error;

test('shows the same figures as the order’s page', async () => {
  const { body } = await anna.browser.post('orderReceipt', { orderNo });
  const receipt = calls.orderReceipt.data.parse(body.data);
  const { body: detail } = await anna.browser.post('orderDetail', { orderNo });
  const shared = Object.fromEntries(Object.entries(receipt).filter(([name]) => name in (detail.data as object)));
  expect(Object.keys(shared).length).toBeGreaterThan(12);
  expect(detail.data).toMatchObject(shared);
  expect(receipt).toMatchObject({ seller: 'Slipway', buyer: expect.stringMatching(/Surnameanna$/) });
});

test('is an attachment as a PDF, and is not cached', async () => {
  const cookie = [...anna.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await gateway.app.inject({
    method: 'POST',
    url: '/gateway/buying/orderReceipt',
    payload: { orderNo, format: 'pdf', authToken: anna.browser.authToken },
    headers: { cookie },
  });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="receipt-${orderNo}.pdf"`,
    'cache-control': 'no-store',
  });
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

test('is refused to other buyers and before the delivery', async () => {
  const ben = await createTestBuyer(gateway, 'ben');
  for (const format of ['json', 'pdf']) {
    expect(await readRefusal(ben.browser, { orderNo, format })).toBe('order_not_yours');
    expect(await readRefusal(anna.browser, { orderNo: 'NOSUCHORDER', format })).toBe('order_not_found');
  }
  for (const ending of ['awaiting_payment', 'cancelled'] as const)
    expect(await readRefusal(ben.browser, { orderNo: await createBuyerOrder(ben, ending) })).toBe('receipt_not_yet');
});

test('is refused for the order of an external provider, which issues its own', async () => {
  const elsewhere = await createBuyerOrder(anna, 'delivered');
  await gateway.database.run(sql`update orders set offer_type = 'moonpay' where order_no = ${elsewhere}`);
  expect(await readRefusal(anna.browser, { orderNo: elsewhere })).toBe('receipt_from_provider');
});
