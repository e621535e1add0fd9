import { decodeFunctionData, erc20Abi, formatUnits, type Hex } from 'viem';
import { z } from 'zod';
import type { ChainDescription } from './deskContext.ts';

/** Names and values of a transaction's details in the order in which the page displays them. */
export type TransactionFacts = readonly (readonly [name: string, value: string])[];

const ETHER_DECIMALS = 18;

const evmTransactionSchema = z
  .object({ from: z.string(), to: z.string().nullable(), value: z.string(), input: z.string() })
  .nullable();
const receiptSchema = z
  .object({ status: z.string(), blockNumber: z.string(), gasUsed: z.string(), effectiveGasPrice: z.string() })
  .nullable();
const bitcoinTransactionSchema = z.object({
  confirmations: z.number().optional(),
  blockhash: z.string().nullish(),
  vout: z.array(
    z.object({
      value: z.number(),
      scriptPubKey: z.object({ address: z.string().optional(), addresses: z.array(z.string()).nullish() }),
    }),
  ),
});

export async function readEvmTransaction(chain: ChainDescription, id: string): Promise<TransactionFacts | null> {
  const readChain = <Result>(method: string, parameters: unknown[], schema: z.ZodType<Result>) =>
    callNode(chain.rpcUrl, method, parameters, schema);
  const transaction = await readChain('eth_getTransactionByHash', [id], evmTransactionSchema);
  if (!transaction) return null;
  const receipt = await readChain('eth_getTransactionReceipt', [id], receiptSchema);
  const head = BigInt(await readChain('eth_blockNumber', [], z.string()));
  return [
    ...(receipt
      ? ([
          ['Status', BigInt(receipt.status) === 1n ? 'Succeeded' : 'Reverted'],
          ['Block', String(BigInt(receipt.blockNumber))],
          ['Confirmations', String(head - BigInt(receipt.blockNumber) + 1n)],
        ] as const)
      : ([['Status', 'Waiting for a block']] as const)),
    ['From', transaction.from],
    ...describeTransfer(chain, { ...transaction, to: transaction.to ?? '' }),
    ...(receipt
      ? ([
          ['Network fee', formatNativeAmount(chain, BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice))],
        ] as const)
      : []),
  ];
}

function describeTransfer(
  chain: ChainDescription,
  { to, value, input }: { to: string; value: string; input: string },
): TransactionFacts {
  const token = chain.assets.find(({ contract }) => contract?.toLowerCase() === to.toLowerCase());
  if (!token)
    return [
      ['To', to],
      ['Amount', formatNativeAmount(chain, BigInt(value))],
    ];
  try {
    const call = decodeFunctionData({ abi: erc20Abi, data: input as Hex });
    if (call.functionName === 'transfer') {
      const [recipient, units] = call.args;
      return [
        ['To', recipient],
        ['Amount', `${formatUnits(units, token.decimals)} ${token.symbol}`],
        ['Token contract', to],
      ];
    }
  } catch {
    // Another call of the token's contract, displayed undecoded.
  }
  return [
    ['To', to],
    ['Data', input],
  ];
}

function formatNativeAmount(chain: ChainDescription, units: bigint): string {
  return `${formatUnits(units, ETHER_DECIMALS)} ${chain.assets.find(({ contract }) => !contract)?.symbol ?? ''}`.trim();
}

export async function readBitcoinTransaction(chain: ChainDescription, id: string): Promise<TransactionFacts | null> {
  const transaction = await callNode(chain.rpcUrl, 'getrawtransaction', [id, true], bitcoinTransactionSchema).catch(
    () => null,
  );
  if (!transaction) return null;
  const outputs = transaction.vout.map(({ value, scriptPubKey }) => {
    const address = scriptPubKey.address ?? scriptPubKey.addresses?.[0] ?? 'another script';
    return ['To', `${address}: ${value.toFixed(8)} BTC`] as const;
  });
  return [
    ['Status', transaction.blockhash ? 'In a block' : 'Waiting for a block'],
    ['Confirmations', String(transaction.confirmations ?? 0)],
    ...outputs,
  ];
}

async function callNode<Result>(
  rpcUrl: string,
  method: string,
  params: unknown[],
  schema: z.ZodType<Result>,
): Promise<Result> {
  const target = new URL(rpcUrl);
  const login = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
  target.username = '';
  target.password = '';
  const response = await fetch(target, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(login !== ':' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(5_000),
  });
  const answer = z.object({ result: z.unknown() }).parse(await response.json());
  return schema.parse(answer.result);
}
