import { type Amount, amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { divideRounded } from '@slipway/money/decimal.ts';
import { BaseError, erc20Abi, type Hex, keccak256 } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { Chain, PayoutRequest, PayoutView, SignedPayout, TreasuryReading } from '../chainPort.ts';
import { validateEvmAddress } from './address.ts';
import { broadcastWord } from './broadcastRefusals.ts';
import {
  createEvmClient,
  describe,
  type EvmClient,
  findReceipt,
  isKnown,
  isLostAnswer,
  isRevert,
  isShortOfFunds,
  unavailable,
} from './client.ts';
import type { EvmConfig } from './manifest.ts';
import { ethereumUris } from './paymentUris.ts';
import { estimateRollupFee, rollupFeeOf } from './rollupFee.ts';
import { assertPays, contractOf, type EvmPayout, readEvmPayout, transferOf } from './transfer.ts';

/** Gas for a plain transfer, and what an ERC-20 transfer usually needs: for the estimate of a fee, before an address is known. */
const NATIVE_TRANSFER_GAS = 21_000n;
const TOKEN_TRANSFER_GAS = 65_000n;
const TOKEN_GAS_MARGIN_PERCENT = 120n;
/** EIP-1559: room for the base fee to double while a payout waits. */
const BASE_FEE_ROOM = 2n;
/** Nodes replace a pending transaction for 10 % more; an eighth clears that after rounding. */
const BUMP = { numerator: 9n, denominator: 8n };
/** Several blocks of the slowest network. */
const STUCK_AFTER_MS = 60_000;
/** Payouts of one account that may wait for a block at the same time: nodes keep some 16 to 64 of an account. */
const MOST_WAITING = 16;
const RETRY_AFTER_MS = 2_000;

export type EvmSettings = EvmConfig & {
  /** As buyers know the network. */
  readonly name: string;
  readonly nativeAsset: Asset;
  /** Token contracts that no payout may go to, since coins sent there are lost. Asked each time: more may be sold by now. */
  readonly knownContracts: () => readonly string[];
};

/** What the node says of the account that pays. */
export type AccountReading = {
  readonly kind: 'account';
  /** Transactions of this address in a block: the first nonce that may still be free. */
  readonly confirmedNonce: number;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly gasLimit: bigint;
  readonly nativeBalance: bigint;
  readonly assetBalance: bigint;
};

/** An account-based network, through viem. Transactions are EIP-1559 and signed deterministically (RFC 6979). */
export function createEvmChain(config: EvmSettings): Chain {
  const client = createEvmClient(config.rpcUrl);
  const account = privateKeyToAccount(config.privateKey as Hex);
  const contracts = () => new Set(config.knownContracts().map((contract) => contract.toLowerCase()));
  const { nativeAsset, minimumTip = 0n } = config;

  return {
    network: config.network,
    name: config.name,
    nativeAsset,
    treasuryAddress: account.address,
    traits: {
      stuckAfterMs: STUCK_AFTER_MS,
      ...(config.minimumTip !== undefined && { minimumTip: config.minimumTip }),
      deliveredWhen: config.deliveredWhenFinal ? 'final' : 'confirmed',
      // Capitals are the checksum of EIP-55 and nothing else.
      foldAddress: (address) => address.toLowerCase(),
    },
    paymentUris: ethereumUris,
    requiredConfirmations: () => config.confirmations,
    validateAddress: (address) => validateEvmAddress(address, { treasury: account.address, contracts: contracts() }),

    async estimateNetworkFee(asset): Promise<Outcome<Amount>> {
      try {
        const [{ baseFee, priorityFee }, rollupFee] = await Promise.all([
          readFees(client, minimumTip),
          estimateRollupFee(client, config.l1FeeOracle),
        ]);
        const gas = contractOf(asset) ? TOKEN_TRANSFER_GAS : NATIVE_TRANSFER_GAS;
        return ok(amountOf(nativeAsset, gas * (baseFee + priorityFee) + rollupFee));
      } catch (error) {
        return unavailable(error);
      }
    },

    readTreasury: (request) => readTreasury(client, account.address, request, minimumTip),

    composePayout(request, treasury, { nextNonce, waiting }) {
      const reading = readAccount(treasury);
      if (waiting >= MOST_WAITING)
        return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: `${waiting} payouts wait for a block` };
      if (isShort(request, reading)) return refused('funds_short');
      const { to, value, data } = transferOf(request);
      return ok({
        kind: 'account',
        chainId: config.chainId,
        nonce: Math.max(nextNonce, reading.confirmedNonce),
        to,
        value: value.toString(),
        data,
        gasLimit: reading.gasLimit.toString(),
        maxFeePerGas: reading.maxFeePerGas.toString(),
        maxPriorityFeePerGas: reading.maxPriorityFeePerGas.toString(),
      } satisfies EvmPayout);
    },

    claimsOf: (unsigned) => ({ nonce: readEvmPayout(unsigned).nonce, held: [] }),

    async signPayout(unsigned, request) {
      const payout = readEvmPayout(unsigned);
      const bytes = await sign(account, payout);
      assertPays(bytes, request, payout);
      return { transactionId: keccak256(bytes), bytes };
    },

    broadcastPayout: (signed) => broadcast(client, signed),
    getPayout: (signed, unsigned) =>
      viewPayout(client, account.address, { nativeAsset }, signed, readEvmPayout(unsigned)),

    bumpPayout(unsigned) {
      const payout = readEvmPayout(unsigned);
      const bump = (fee: string) => divideRounded(BigInt(fee) * BUMP.numerator, BUMP.denominator, 'up').toString();
      return {
        ...payout,
        maxFeePerGas: bump(payout.maxFeePerGas),
        maxPriorityFeePerGas: bump(payout.maxPriorityFeePerGas),
      };
    },
  };
}

function readAccount(treasury: TreasuryReading): AccountReading {
  if (treasury.kind !== 'account') throw new TypeError('not a reading of an account');
  return treasury as AccountReading;
}

async function readFees(client: EvmClient, minimumTip: bigint): Promise<{ baseFee: bigint; priorityFee: bigint }> {
  const [block, tip] = await Promise.all([client.getBlock(), client.estimateMaxPriorityFeePerGas()]);
  return { baseFee: block.baseFeePerGas ?? 0n, priorityFee: tip > minimumTip ? tip : minimumTip };
}

async function readTreasury(
  client: EvmClient,
  address: Hex,
  request: PayoutRequest,
  minimumTip: bigint,
): Promise<Outcome<AccountReading, 'would_revert'>> {
  const contract = contractOf(request.asset);
  try {
    const { baseFee, priorityFee } = await readFees(client, minimumTip);
    const [confirmedNonce, nativeBalance, assetBalance] = await Promise.all([
      client.getTransactionCount({ address, blockTag: 'latest' }),
      // What earlier payouts in the memory pool will have taken is no longer there for this one.
      client.getBalance({ address, blockTag: 'pending' }),
      contract
        ? client.readContract({
            address: contract,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [address],
            blockTag: 'pending',
          })
        : undefined,
    ]);
    const balances = { nativeBalance, assetBalance: assetBalance ?? nativeBalance };
    const gasLimit = balances.assetBalance < request.units ? 0n : await estimateGas(client, address, request);
    return ok({
      kind: 'account',
      confirmedNonce,
      maxFeePerGas: baseFee * BASE_FEE_ROOM + priorityFee,
      maxPriorityFeePerGas: priorityFee,
      gasLimit,
      ...balances,
    });
  } catch (error) {
    if (isRevert(error)) return refused('would_revert', describe(error));
    return unavailable(error);
  }
}

/** Zero when the account cannot pay for it: composing then says that funds are short. */
async function estimateGas(client: EvmClient, account: Hex, request: PayoutRequest): Promise<bigint> {
  const { to, value, data } = transferOf(request);
  try {
    const gas = await client.estimateGas({ account, to, value, data });
    return data === '0x' && gas === NATIVE_TRANSFER_GAS
      ? gas
      : divideRounded(gas * TOKEN_GAS_MARGIN_PERCENT, 100n, 'up');
  } catch (error) {
    if (isShortOfFunds(error)) return 0n;
    throw error;
  }
}

function isShort(request: PayoutRequest, reading: AccountReading): boolean {
  const gasCost = reading.gasLimit * reading.maxFeePerGas;
  const native = contractOf(request.asset) ? gasCost : gasCost + request.units;
  return reading.gasLimit === 0n || reading.assetBalance < request.units || reading.nativeBalance < native;
}

function sign(account: PrivateKeyAccount, payout: EvmPayout): Promise<Hex> {
  return account.signTransaction({
    type: 'eip1559',
    chainId: payout.chainId,
    nonce: payout.nonce,
    to: payout.to as Hex,
    value: BigInt(payout.value),
    data: payout.data as Hex,
    gas: BigInt(payout.gasLimit),
    maxFeePerGas: BigInt(payout.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(payout.maxPriorityFeePerGas),
  });
}

async function broadcast(
  client: EvmClient,
  signed: SignedPayout,
): Promise<Outcome<void, 'spent_elsewhere' | 'invalid' | 'fee_too_low'>> {
  try {
    await client.sendRawTransaction({ serializedTransaction: signed.bytes as Hex });
    return ok(undefined);
  } catch (error) {
    const word = broadcastWord(error instanceof BaseError ? `${error.shortMessage} ${error.details}` : String(error));
    if (word === 'already_known') return ok(undefined);
    // The nonce is gone: to this very transaction, or to another one.
    if (word === 'spent_elsewhere' && (await isMined(client, signed))) return ok(undefined);
    if (word) return refused(word, describe(error));
    return isLostAnswer(error) ? { kind: 'unknown', detail: describe(error) } : unavailable(error);
  }
}

async function isMined(client: EvmClient, signed: SignedPayout): Promise<boolean> {
  try {
    return (await findReceipt(client, signed.transactionId as Hex)) !== undefined;
  } catch {
    return false;
  }
}

async function viewPayout(
  client: EvmClient,
  treasury: Hex,
  { nativeAsset }: { readonly nativeAsset: Asset },
  signed: SignedPayout,
  payout: EvmPayout,
): Promise<Outcome<PayoutView>> {
  const hash = signed.transactionId as Hex;
  const included = async (): Promise<PayoutView | undefined> => {
    const receipt = await findReceipt(client, hash);
    if (!receipt) return undefined;
    const [head, final] = await Promise.all([client.getBlockNumber(), client.getBlock({ blockTag: 'finalized' })]);
    return {
      status: receipt.status === 'success' ? 'included' : 'reverted',
      confirmations: Math.max(1, Number(head - receipt.blockNumber + 1n)),
      final: (final.number ?? 0n) >= receipt.blockNumber,
      networkFee: amountOf(nativeAsset, receipt.gasUsed * receipt.effectiveGasPrice + rollupFeeOf(receipt)),
    };
  };
  try {
    const mined = await included();
    if (mined) return ok(mined);
    const waiting = await viewWaiting(client, treasury, hash, payout);
    // It may have been taken into a block between the questions.
    return ok((waiting.status === 'replaced' && (await included())) || waiting);
  } catch (error) {
    return unavailable(error);
  }
}

/** Not in a block: waiting for one, forgotten, or its nonce was used by another transaction. */
async function viewWaiting(client: EvmClient, address: Hex, hash: Hex, payout: EvmPayout): Promise<PayoutView> {
  const [known, confirmed] = await Promise.all([
    isKnown(client, hash),
    client.getTransactionCount({ address, blockTag: 'latest' }),
  ]);
  if (confirmed <= payout.nonce) return { status: known ? 'pending' : 'missing', confirmations: 0, final: false };
  const settled = await client.getTransactionCount({ address, blockTag: 'finalized' });
  return { status: 'replaced', confirmations: 0, final: settled > payout.nonce };
}
