import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** A request to the signer, and its timeout. */
export type SocketRequest = {
  readonly socketPath: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly body?: string;
  readonly timeMs: number;
};

/** The signer has answered with a status other than 200. */
export class SocketStatusError extends Error {
  override name = 'SocketStatusError';
  readonly status: number | undefined;

  constructor(status: number | undefined) {
    super(`status ${status}`);
    this.status = status;
  }
}

/**
 * Resolves to the body of the signer's answer. Rejects if the signer does not answer in time, or with a status other than
 * 200.
 */
export function requestSigner({ socketPath, path, method, body = '', timeMs }: SocketRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers =
      body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const signal = AbortSignal.timeout(timeMs);
    // Opens a new connection each time: a reused one could belong to a former signer, and it would be unknown whether the
    // request arrived.
    const clientRequest = request({ socketPath, path, method, headers, signal, agent: false }, (response) => {
      text(response).then(
        (answer) =>
          response.statusCode === 200 ? resolve(answer) : reject(new SocketStatusError(response.statusCode)),
        reject,
      );
    });
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}

export const HEALTH_PATH = '/health';
const HEALTH_MS = 2_000;

/**
 * The answer at {@link HEALTH_PATH}. `instance` is new at each start, so that a signer recognizes its own socket. A passive
 * signer refuses all other requests.
 */
export const signerHealth = z.object({
  instance: z.string(),
  signer: z.string(),
  isActive: z.boolean(),
  faults: z.array(z.string()),
});
export type SignerHealth = z.output<typeof signerHealth>;

/** Rejects unless a signer answers within two seconds. Other requests may take a minute to fail. */
export async function requireSignerAnswers(socketPath: string): Promise<void> {
  const healthCheck = requestSigner({ socketPath, path: HEALTH_PATH, method: 'GET', timeMs: HEALTH_MS });
  await healthCheck.catch((error: unknown) => {
    if (!(error instanceof SocketStatusError)) throw error;
  });
}

/** Asks the signer behind a socket for its health. Rejects with an error that names the signer if it does not answer. */
export async function fetchSignerHealth(socketPath: string, timeMs = HEALTH_MS): Promise<SignerHealth> {
  try {
    return signerHealth.parse(
      JSON.parse(await requestSigner({ socketPath, path: HEALTH_PATH, method: 'GET', timeMs })),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the signer does not answer at ${socketPath}: ${reason}`, { cause: error });
  }
}
