import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@slipway/contract/calls.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, test } from 'vitest';
import { credentials } from '../sandbox/world/credentials.ts';
import { assignSandboxPorts } from '../sandbox/world/ports.ts';
import { configureVendors } from '../server/app/enabledVendors/configureVendors.ts';
import { findStartFaults } from '../server/app/guard/findStartFaults.ts';
import { migrateVariables } from '../server/app/migrateProcess.ts';
import { chainVendors, vendors } from '../server/app/vendors.ts';
import { seededSettings } from '../server/configuration/seededSettings.testing.ts';
import { productVariables, readEnvironment } from '../server/platform/config/environment.ts';
import { toVariablePrefix } from '../server/providers/defineVendor.ts';
import { getNativeAsset } from '../server/purchase/catalog/catalog.ts';
import { patienceMs } from '../tools/patience/patience.ts';
import { type ProductRun, startProductRun } from '../tools/start/productRun.ts';
import { readStartSettings, SANDBOX_PORT_COUNT } from '../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../tools/temporary/ownedFolder.ts';
import { newDetails } from './buyers/buyerDetails.ts';
import { createGatewayClient, type GatewayClient, placeTransferOrder } from './buyers/gatewayClient.ts';
import { type ProfileName, profileNames, readProfile, replaceVendorAddresses } from './profileFile.ts';
import { createSandboxClient } from './sandboxClient.ts';
import { BLOCK_SECONDS, findFreePorts } from './startWorld.ts';

/** A server takes milliseconds to answer, so polling more often is unnecessary. */
const POLL_MS = 200;
const { catalog } = seededSettings();

describe.each([...profileNames, 'api', 'worker'] as const)('the file of profile %s', (name) => {
  const { set, commentedOut } = readProfile(name);

  test('contains only known variables, and none twice', () => {
    const knownVariables = new Set([
      ...Object.keys(productVariables),
      ...vendors.flatMap(({ variables, offSwitch }) => [...Object.keys(variables), ...(offSwitch ? [offSwitch] : [])]),
      ...catalog.networks.flatMap(({ id, chain }) => {
        const vendor = chainVendors.find(({ namespace }) => chain.startsWith(`${namespace}:`));
        return Object.keys(vendor?.variables(toVariablePrefix(id)) ?? {});
      }),
    ]);
    const names = [...Object.keys(set), ...commentedOut];
    expect(names.filter((variable) => !knownVariables.has(variable))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('has all required variables, and the server does not start with its placeholder secrets', () => {
    const { environment, problems } = readEnvironment(set);
    const networks = catalog.networks.map((network) => ({ ...network, nativeAsset: getNativeAsset(catalog, network) }));
    const context = {
      now: () => new Date(),
      publicUrl: 'https://pay.example',
      tokenContracts: () => [],
    };
    const survey = configureVendors({ vendors, chainVendors }, set, networks, context);
    expect([...problems, ...survey.problems]).toEqual([]);
    if (!environment) throw new Error('malformed');
    const refused = findStartFaults(environment, survey.on).join('\n');
    const secrets = survey.on.flatMap((vendor) => Object.keys(vendor.secrets));
    for (const secret of ['SLIPWAY_SECRET', 'PERSONAL_DATA_KEYS', ...secrets]) expect(refused).toContain(`${secret} `);
  });
});

test('the file of profile migrate contains exactly the variables of ROLE=migrate', () => {
  const { set, commentedOut } = readProfile('migrate');
  expect([...Object.keys(set), ...commentedOut].toSorted()).toEqual(
    ['ROLE', ...Object.keys(migrateVariables)].toSorted(),
  );
});

test('the file of profile api contains no secret of the exchange, the mail server or the treasury', () => {
  const { set, commentedOut } = readProfile('api');
  const foreign = vendors
    .filter(({ family }) => family === 'venue' || family === 'mail')
    .flatMap(({ variables }) => Object.keys(variables));
  const keys = catalog.networks.flatMap(({ id, chain }) => {
    const vendor = chainVendors.find(({ namespace }) => chain.startsWith(`${namespace}:`));
    return Object.keys(vendor?.keyVariables(toVariablePrefix(id)) ?? {}).filter((name) => name.endsWith('_KEY'));
  });
  expect(keys.length).toBeGreaterThan(1);
  const names = [...Object.keys(set), ...commentedOut];
  expect(names.filter((name) => [...foreign, ...keys, 'SIGNER_SOCKET', 'SIGNER_SECRET'].includes(name))).toEqual([]);
});

describe('a server with only the variables of its profile', () => {
  let world: ProductRun | undefined;
  let dataDir: string | undefined;

  async function start(name: ProfileName) {
    dataDir = await createOwnedFolder('slipway-profile-');
    const port = await findFreePorts(SANDBOX_PORT_COUNT + 1);
    const sandboxPort = port + 1;
    const settings = readStartSettings(
      { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir, RATE_LIMITS: 'off' },
      dataDir,
    );
    const profile = readProfile(name);
    // The pages are built for production, not for a test.
    const { NODE_ENV: _, ...inherited } = process.env;
    // Only for the sandbox: the product gets the profile's variables and no others.
    const environment = { ...inherited, SANDBOX_BLOCK_SECONDS: BLOCK_SECONDS };
    world = await startProductRun({
      settings,
      environment,
      productVariables: (all) => replaceVendorAddresses(profile, all),
      signal: new AbortController().signal,
      log: () => undefined,
    });
    return {
      client: createGatewayClient(world.origin),
      desk: createSandboxClient(world.deskUrl),
      stripeUrl: `http://localhost:${assignSandboxPorts(sandboxPort).stripe}`,
      vendors: await readEnabledVendors(join(world.logFolder, 'worker.log')),
    };
  }

  afterEach(async () => {
    await world?.stop();
    if (dataDir !== undefined) await removeOwnedFolder(dataDir);
    world = undefined;
    dataDir = undefined;
  });

  test('full: sells by card', async () => {
    const { client, desk, stripeUrl, vendors: on } = await start('full');
    expect(on.join(' ')).toBe(
      'base bitcoin bitstamp-prices coinbase-prices ecb ethereum folder kraken kraken-prices ofac openExchangeRates polygon smtp stripe sumsub',
    );
    const authToken = await client.logIn(desk, 'card@example.com');
    await client.data('addKyc', { ...newDetails(), authToken });
    const { address } = privateKeyToAccount(generatePrivateKey());
    const wanted = { getCurrency: 'ETH', address, payMethod: 'credit_debit_card' };
    const { token } = await client.quote({ ...calls.offerInquiry.example.request, ...wanted });
    const submission = { ...calls.coinOrder.example.request, ...wanted, token, authToken };
    const orderNo = String((await client.data('coinOrder', submission))['orderNo']);
    const confirmationToken = await createCardToken(stripeUrl);
    await client.data('payOrder', { orderNo, submissionId: randomUUID(), confirmationToken, authToken });
    const order = await waitForDelivery(client, orderNo, authToken);
    expect(await desk.balance('ethereum', 'ETH', address)).toBe(toWei(order));
  });

  test('bank-only: sells by transfer, only on its network and below the document threshold', async () => {
    const { client, desk, vendors: on } = await start('bank-only');
    expect(on.join(' ')).toBe('base coinbase-prices ecb folder kraken kraken-prices ofac smtp');
    const authToken = await client.logIn(desk, 'transfer@example.com');
    const { address } = privateKeyToAccount(generatePrivateKey());
    const wanted = { getCurrency: 'ETH_BASE', address };
    const { orderNo, reference } = await placeTransferOrder(client, authToken, wanted);
    await desk.sendBankTransfer({ reference, amount: '100.00', currency: 'EUR' });
    const order = await waitForDelivery(client, orderNo, authToken);
    expect(await desk.balance('base', 'ETH', address)).toBe(toWei(order));

    const inquiry = { ...calls.offerInquiry.example.request, ...wanted, sendCurrencyAmount: '650.00', payMethod: '' };
    const quote = await client.quote(inquiry);
    expect(quote['methodList']).toEqual(['bank_transfer']);
    // With the 100 EUR already paid this order would require a document, which this profile cannot check.
    const submission = {
      ...calls.coinOrder.example.request,
      ...wanted,
      payMethod: 'bank_transfer',
      token: quote['token'],
      authToken,
    };
    expect(await readError(client, 'coinOrder', submission)).toBe('method_unavailable');
    expect(await readError(client, 'offerInquiry', { ...inquiry, sendCurrencyAmount: '700.01' })).toBe(
      'pay_amount_above_maximum',
    );
    expect(await readError(client, 'offerInquiry', { ...inquiry, getCurrency: 'BTC' })).toBe(
      'receive_currency_unsupported',
    );
    expect(await readError(client, 'coinOrder', { ...submission, payMethod: 'credit_debit_card' })).toBe(
      'method_unavailable',
    );
  });

  test('aggregator: sells other providers’ offers and follows an order to its end', async () => {
    const { client, desk, vendors: on } = await start('aggregator');
    expect(on.join(' ')).toBe('coinbase-prices coinbaseOnramp ecb kraken-prices moonpay ofac ramp smtp transak');
    // The other providers report what they sell; their offers appear after that.
    await expect
      .poll(() => client.data('payList', { intercept: 2, offerType: '' }), { interval: POLL_MS })
      .toContainEqual(expect.objectContaining({ currency: 'EUR', minAmount: '2.00', maxAmount: '12000.00' }));
    expect(await client.data('getList', { intercept: 2, offerType: '' })).toContainEqual(
      expect.objectContaining({ currency: 'ETH_BASE', network: 'base' }),
    );
    const { address } = privateKeyToAccount(generatePrivateKey());
    const wanted = { getCurrency: 'ETH_BASE', address, offerType: '', payMethod: '' } as const;
    const requestQuote = () => client.quote({ ...calls.offerInquiry.example.request, ...wanted });
    await expect
      .poll(async () => (await requestQuote())['offerList'], { interval: POLL_MS })
      .toEqual(['moonpay', 'coinbaseOnramp', 'ramp', 'transak']);
    const quote = await requestQuote();
    const { token, payMethod } = quote;
    expect(payMethod).toBe('credit_debit_card');
    const { priceList } = await client.data('priceList', { token });
    const methods = (priceList as readonly { payMethod: string; available: boolean }[]).filter((row) => row.available);
    expect(methods.map((row) => row.payMethod)).toEqual(quote['methodList']);
    const { offerList } = await client.data('offerList', { token, payMethod });
    const [best] = offerList as readonly { offerType: string; offerGetAmount: string }[];
    // Edit shows the best provider's amount.
    expect(best).toMatchObject({ offerType: quote['offerType'], offerGetAmount: quote['getCurrencyAmount'] });

    for (const offerType of quote['offerList'] as readonly string[]) {
      const { token: fresh } = await client.quote({
        ...calls.offerInquiry.example.request,
        ...wanted,
        offerType,
      });
      const submission = { ...calls.cryptoOrder.example.request, ...wanted, payMethod, token: fresh, offerType };
      const { orderNo, nextStepContent } = await client.data('cryptoOrder', submission);
      const page = await fetch(String(nextStepContent));
      const body = new URLSearchParams({ email: 'buyer@mail.example', act: 'pay' });
      await fetch(page.url, { method: 'POST', body, redirect: 'manual' });
      await waitForDelivery(client, String(orderNo), '');
    }
    expect(await desk.balance('base', 'ETH', address)).toBeGreaterThan(0n);
    expect(
      await readError(client, 'coinOrder', { ...calls.coinOrder.example.request, ...wanted, token, payMethod }),
    ).toBe('method_unavailable');
  });
});

/** Returns the enabled vendors from a worker's start message; an api process lists only the vendors that it calls. */
async function readEnabledVendors(logFile: string): Promise<string[]> {
  const [, on = ''] = /"msg":"on: ([^;]+);/.exec(await readFile(logFile, 'utf8')) ?? [];
  return on.split(', ').toSorted();
}

/** Returns the confirmation token that the acquirer's fields would create for a card that pays. */
async function createCardToken(stripeUrl: string): Promise<string> {
  const answer = await fetch(`${stripeUrl}/v1/test_helpers/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.stripe.secretKey}` },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  });
  return ((await answer.json()) as { readonly id: string }).id;
}

async function readError(client: GatewayClient, name: string, input: object): Promise<string | undefined> {
  return (await client.call(name, input)).body.data.error;
}

type Order = Readonly<Record<string, unknown>>;

/** Waits for the delivery; accepts any new price. */
async function waitForDelivery(client: GatewayClient, orderNo: string, authToken: string): Promise<Order> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const order = await client.data('orderDetail', { orderNo, authToken });
    if (order['status'] === 'delivered') return order;
    const requote = order['requote'] as { readonly newGetCurrencyAmount: string } | null;
    if (order['status'] === 'awaiting_consent' && requote)
      await client.call('answerRequote', { orderNo, authToken, agree: true, ...requote });
    if (performance.now() > deadline)
      throw new Error(`the order was not delivered in time: it is ${String(order['status'])}`);
    await sleep(POLL_MS);
  }
}

function toWei(order: Order): bigint {
  const [whole = '0', fraction = ''] = String(order['getCurrencyAmount']).split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}
