import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { listNodeMessages } from '../nodeMessageClassifier.ts';
import { broadcastPayout } from './broadcast.ts';
import { createEvmClient } from './client.ts';
import { classifyNodeMessage, evmNodeMessages, type NodeMeaning } from './evmNodeMessages.ts';

const SIGNED = { transactionId: `0x${'1'.repeat(64)}`, bytes: '0x02' };

/** The outcome for an answer with this meaning. */
const OUTCOMES: Readonly<Record<NodeMeaning, object>> = {
  already_known: { kind: 'ok' },
  spent_elsewhere: { kind: 'refused', reason: 'spent_elsewhere' },
  fee_too_low: { kind: 'refused', reason: 'fee_too_low' },
  not_now: { kind: 'unavailable' },
  invalid: { kind: 'refused', reason: 'invalid' },
};

const listed = listNodeMessages(evmNodeMessages);

let nodeError = { code: -32_000, message: '' };
let status = 200;
let areReceiptsReadable = true;
/** A node that answers `nodeError` to every transaction, and finds no receipt. */
const node = createServer((request, response) => {
  void json(request).then((rpcRequest) => {
    const { id, method } = rpcRequest as { id: number; method: string };
    const isSubmission = method === 'eth_sendRawTransaction';
    const queryAnswer = areReceiptsReadable
      ? { result: null }
      : { error: { code: -32_603, message: 'internal error' } };
    const answer = isSubmission ? { error: nodeError } : queryAnswer;
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
});

beforeAll(() => once(node.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  node.closeAllConnections();
  node.close();
});

function broadcast(message: string, code = -32_000, statusCode = 200) {
  nodeError = { code, message };
  status = statusCode;
  const { port } = node.address() as AddressInfo;
  return broadcastPayout(createEvmClient(`http://127.0.0.1:${port}`), SIGNED);
}

test.each(listed)('$client: "$message" means $meaning', async ({ message: phrase, meaning }) => {
  expect(classifyNodeMessage(phrase)).toBe(meaning);
  expect(classifyNodeMessage(`${phrase}: address 0x1, have 7 want 9`)).toBe(meaning);
  expect(await broadcast(phrase)).toMatchObject(OUTCOMES[meaning]);
});

test('returns unknown for a used nonce while the receipt of the payout cannot be read', async () => {
  areReceiptsReadable = false;
  onTestFinished(() => {
    areReceiptsReadable = true;
  });
  expect(await broadcast('nonce too low: next nonce 5, tx nonce 4')).toMatchObject({ kind: 'unknown' });
});

test.each([-32_000, -32_001, -32_003, -32_602, -32_603, -32_010])(
  'classifies an error with code %s by the node’s message, and returns the message as the detail',
  async (code) => {
    expect(await broadcast('transaction gas price below minimum: gas tip cap 1, minimum needed 25', code)).toEqual({
      kind: 'refused',
      reason: 'fee_too_low',
      detail: 'transaction gas price below minimum: gas tip cap 1, minimum needed 25',
    });
  },
);

test('reads an answer with an HTTP error status', async () => {
  expect(await broadcast('already known', -32_000, 400)).toMatchObject({ kind: 'ok' });
  expect(await broadcast('come back tomorrow', -32_000, 503)).toMatchObject({
    kind: 'unavailable',
    detail: 'come back tomorrow',
  });
});

test.each([
  ['FEE_TOO_LOW: fee too low', 'fee_too_low'],
  ['INTERNAL_ERROR: existing tx with same hash', 'already_known'],
  ['FeeTooLow, EffectivePriorityFeePerGas too low 0 < 1, BaseFee: 7', 'fee_too_low'],
  ['Transaction gas price below configured minimum', 'fee_too_low'],
  ['Gas price below configured minimum gas price', 'fee_too_low'],
  ['replacement transaction underpriced', 'fee_too_low'],
  ['UNDERPRICED: underpriced', 'fee_too_low'],
  ['InsufficientFunds, Account balance: 0, cumulative cost: 9', 'not_now'],
  ['nonce too low: next nonce 5, tx nonce 4', 'spent_elsewhere'],
  ["transaction's gas limit 9 exceeds block's gas limit 8", 'invalid'],
  ['tx fee (1.20 ether) exceeds the configured cap (1.00 ether)', 'not_now'],
  ['unknown transaction', undefined],
  ['unknown transaction type', undefined],
  ['execution reverted', undefined],
  ['a message that is in no table', undefined],
] as const)('"%s" means %s', (message, meaning) => {
  expect(classifyNodeMessage(message)).toBe(meaning);
});

test('treats an unlisted message as unavailable, so that the same payout is sent again', async () => {
  expect(await broadcast('a message that is in no table')).toMatchObject({
    kind: 'unavailable',
    detail: 'a message that is in no table',
  });
});

test('gives each message one meaning', () => {
  const meanings = Map.groupBy(listed, ({ message: phrase }) => phrase);
  for (const [phrase, entries] of meanings) expect(new Set(entries.map(({ meaning }) => meaning)).size, phrase).toBe(1);
});
