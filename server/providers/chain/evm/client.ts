import {
  BaseError,
  createPublicClient,
  ExecutionRevertedError,
  type Hex,
  HttpRequestError,
  http,
  InsufficientFundsError,
  type PublicClient,
  RpcRequestError,
  TimeoutError,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';

const TIMEOUT_MS = 10_000;
const RETRY_AFTER_MS = 2_000;
const MAX_MESSAGE_LENGTH = 300;

export type EvmClient = PublicClient;

export function createEvmClient(rpcUrl: string, timeout = TIMEOUT_MS): EvmClient {
  const transport = http(rpcUrl, { timeout, retryCount: 0, fetchOptions: { redirect: 'error' } });
  return createPublicClient({ transport, cacheTime: 0 });
}

/** Returns the outcome of a failed call that may be repeated: a read, or a broadcast of the same bytes. */
export function unavailable(error: unknown) {
  return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: describeNodeError(error) } as const;
}

/**
 * Returns the node's message if it answered, because viem's message names only a kind of error, such as "Missing or
 * invalid parameters". Otherwise returns viem's.
 */
export function describeNodeError(error: unknown): string {
  if (!(error instanceof BaseError)) return String(error);
  const cause = error.walk((each) => each instanceof RpcRequestError || each instanceof HttpRequestError);
  if (cause instanceof RpcRequestError) return cause.details.slice(0, MAX_MESSAGE_LENGTH);
  // Some proxies in front of a node also give its errors an HTTP status.
  if (cause instanceof HttpRequestError)
    return `${cause.shortMessage} ${cause.details ?? ''}`.slice(0, MAX_MESSAGE_LENGTH);
  return error.shortMessage;
}

export function isRevert(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null;
}

export function isShortOfFunds(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof InsufficientFundsError) !== null;
}

/** Returns true if the node may have executed the request although it gave no answer: the effect has to be queried. */
export function isLostAnswer(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null
  );
}

export async function findReceipt(client: EvmClient, hash: Hex) {
  try {
    return await client.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  }
}

export async function isKnownTransaction(client: EvmClient, hash: Hex): Promise<boolean> {
  try {
    await client.getTransaction({ hash });
    return true;
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false;
    throw error;
  }
}
