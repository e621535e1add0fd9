import { setTimeout as sleep } from 'node:timers/promises';
import { createPublicClient, createTestClient, type Hex, http, parseEther, parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { credentials } from '../../../sandbox/world/credentials.ts';
import { assignSandboxPorts } from '../../../sandbox/world/ports.ts';
import type { SandboxChain } from '../../chainBalance.ts';
import { runClients } from './clients.ts';
import type { LoadResult } from './load.ts';

const PAYMENTS_PER_CLIENT = 40;
const TRANSFER_GAS = 21_000n;
const GAS_PRICE = parseGwei('100');
const RECEIPT_INTERVAL_MS = 50;
const RECEIPT_PATIENCE_MS = 60_000;

/** Measures the acquirer's stand-in without other load: authorizes a card as the page does, then captures the payment. */
export async function measureAcquirerStandIn(sandboxPort: number, clients: number): Promise<LoadResult> {
  const origin = `http://localhost:${assignSandboxPorts(sandboxPort).stripe}`;
  const post = async (path: string, form: Readonly<Record<string, string>>) => {
    const headers = { authorization: `Bearer ${credentials.stripe.secretKey}` };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: new URLSearchParams(form) });
    const body = (await answer.json()) as { readonly id: string; readonly status: string };
    if (!answer.ok) throw new Error(`${path} answered ${JSON.stringify(body)}`);
    return body;
  };
  const pay = async () => {
    const { id: token } = await post('/v1/test_helpers/confirmation_tokens', { payment_method: 'pm_card_de' });
    const { id } = await post('/v1/payment_intents', {
      amount: '6000',
      currency: 'eur',
      confirm: 'true',
      capture_method: 'manual',
      confirmation_token: token,
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
    });
    const { status } = await post(`/v1/payment_intents/${id}/capture`, {});
    if (status !== 'succeeded') throw new Error(`a payment is ${status} after its capture`);
    return undefined;
  };
  return runClients(
    clients,
    Array.from({ length: PAYMENTS_PER_CLIENT * Math.min(clients, 16) }, () => pay),
  );
}

/** Number of transactions per client. A client sends its next transaction when the previous one is in a block. */
const TRANSACTIONS_PER_CLIENT = 10;

/** Measures the local Ethereum chain without other load. Each client is a sender; a latency ends with the receipt. */
export async function measureChainStandIn(deskUrl: string, clients: number): Promise<LoadResult> {
  const chains = (await (await fetch(`${deskUrl}/api/chains`)).json()) as readonly SandboxChain[];
  const rpcUrl = chains.find(({ network }) => network === 'ethereum')?.rpcUrl;
  if (!rpcUrl) throw new Error('The sandbox has no Ethereum.');
  const test = createTestClient({ mode: 'anvil', transport: http(rpcUrl) });
  const node = createPublicClient({ transport: http(rpcUrl) });
  const chainId = await node.getChainId();
  const senders = await Promise.all(
    Array.from({ length: clients }, async () => {
      const account = privateKeyToAccount(generatePrivateKey());
      await test.setBalance({ address: account.address, value: parseEther('10') });
      return { account, nonce: 0 };
    }),
  );
  const send = async (client: number) => {
    const sender = senders[client];
    if (!sender) throw new Error(`there is no sender ${client}`);
    const { account } = sender;
    const fees = { gas: TRANSFER_GAS, maxFeePerGas: GAS_PRICE, maxPriorityFeePerGas: 1n };
    const nonce = sender.nonce++;
    const signed = await account.signTransaction({ type: 'eip1559', chainId, nonce, to: account.address, ...fees });
    await waitForInclusion(node, await node.sendRawTransaction({ serializedTransaction: signed }));
    return undefined;
  };
  return runClients(
    clients,
    Array.from({ length: TRANSACTIONS_PER_CLIENT * clients }, () => send),
  );
}

async function waitForInclusion(node: ReturnType<typeof createPublicClient>, hash: Hex): Promise<void> {
  const deadline = performance.now() + RECEIPT_PATIENCE_MS;
  while (performance.now() < deadline) {
    const receipt = await node.getTransactionReceipt({ hash }).catch(() => undefined);
    if (receipt) return;
    await sleep(RECEIPT_INTERVAL_MS);
  }
  throw new Error(`${hash} is in no block after ${RECEIPT_PATIENCE_MS / 1000} s`);
}
