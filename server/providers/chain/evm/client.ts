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
const LONGEST_WORDS = 300;

export type EvmClient = PublicClient;

export function createEvmClient(rpcUrl: string, timeout = TIMEOUT_MS): EvmClient {
  const transport = http(rpcUrl, { timeout, retryCount: 0, fetchOptions: { redirect: 'error' } });
  return createPublicClient({ transport, cacheTime: 0 });
}

/** A read that failed; reads are always safe to repeat. */
export function unavailable(error: unknown) {
  return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: describe(error) } as const;
}

/** The node's own words where it answered: viem's are of kinds of errors, such as "Missing or invalid parameters". */
export function describe(error: unknown): string {
  if (!(error instanceof BaseError)) return String(error);
  const cause = error.walk((each) => each instanceof RpcRequestError || each instanceof HttpRequestError);
  if (cause instanceof RpcRequestError) return cause.details.slice(0, LONGEST_WORDS);
  // Some proxies in front of a node give an error of its own a status too.
  if (cause instanceof HttpRequestError) return `${cause.shortMessage} ${cause.details ?? ''}`.slice(0, LONGEST_WORDS);
  return error.shortMessage;
}

export function isRevert(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null;
}

export function isShortOfFunds(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof InsufficientFundsError) !== null;
}

/** The request left and no answer came: whatever it did is found out by asking. */
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

export async function isKnown(client: EvmClient, hash: Hex): Promise<boolean> {
  try {
    await client.getTransaction({ hash });
    return true;
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false;
    throw error;
  }
}
