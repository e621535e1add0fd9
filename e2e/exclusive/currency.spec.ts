import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

test('a currency is switched off and on while the product runs', async ({ origin, operator, undoWith }) => {
  undoWith('set', 'currency', 'MYR', 'enabled=true');
  const client = createGatewayClient(origin);
  const inquiry = { sendCurrency: 'MYR', sendCurrencyAmount: '500', getCurrency: 'BTC', getCurrencyAmount: '' };
  const readError = async () => (await client.call('offerInquiry', inquiry)).body.data?.error;
  expect(await readError()).toBeUndefined();
  await operator.run('set', 'currency', 'MYR', 'enabled=false');
  await expect.poll(readError).toBe('pay_currency_unsupported');
  await operator.runByTwo('set', 'currency', 'MYR', 'enabled=true');
  await expect.poll(readError).toBeUndefined();
});
