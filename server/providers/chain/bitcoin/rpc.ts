import { z } from 'zod';

const TIMEOUT_MS = 15_000;

/** https://github.com/bitcoin/bitcoin/blob/master/src/rpc/protocol.h: the requested object is unknown. */
const INVALID_ADDRESS_OR_KEY = -5;

/** Thrown when the node answered with an error. */
export class RpcRefusal extends Error {
  override name = 'RpcRefusal';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Thrown when the node gives no usable answer. It may or may not have executed the request. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

const answerSchema = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
});

/**
 * Creates a client of bitcoind's JSON-RPC (https://developer.bitcoin.org/reference/rpc). Every answer is validated by a
 * schema.
 */
export function createRpc(rpcUrl: string) {
  const { url, headers } = parseEndpoint(rpcUrl);

  /** Throws {@link RpcRefusal} or {@link NoAnswerError}. */
  async function call<Result>(method: string, params: readonly unknown[], schema: z.ZodType<Result>): Promise<Result> {
    let answer: z.output<typeof answerSchema>;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ jsonrpc: '1.0', id: method, method, params }),
        // A redirect could send the node's password to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // Errors have status 500 and a body with the reason.
      answer = answerSchema.parse(await response.json());
    } catch (cause) {
      throw new NoAnswerError(`${method}: no answer from the Bitcoin node`, { cause });
    }
    if (answer.error) throw new RpcRefusal(answer.error.code, answer.error.message);
    const parsed = schema.safeParse(answer.result);
    if (!parsed.success) throw new NoAnswerError(`${method}: an answer of another shape`, { cause: parsed.error });
    return parsed.data;
  }

  /** Calls the node; if the requested object is unknown, returns the node's message instead of the result. */
  async function find<Result>(
    method: string,
    params: readonly unknown[],
    schema: z.ZodType<Result>,
  ): Promise<{ readonly found: Result } | { readonly unknown: string }> {
    try {
      return { found: await call(method, params, schema) };
    } catch (error) {
      if (error instanceof RpcRefusal && error.code === INVALID_ADDRESS_OR_KEY) return { unknown: error.message };
      throw error;
    }
  }

  return { call, find };
}

/** Moves user and password into a header, since `fetch` rejects them in a URL. */
function parseEndpoint(rpcUrl: string): { readonly url: URL; readonly headers: Record<string, string> } {
  const url = new URL(rpcUrl);
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (login !== ':') headers['authorization'] = `Basic ${Buffer.from(login).toString('base64')}`;
  return { url, headers };
}
