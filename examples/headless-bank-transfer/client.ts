/** A refused call. `code` is stable: docs/integrate/errors.md and `/docs/api` of the server have every code. */
export class RefusedError extends Error {
  readonly code: string;

  constructor(name: string, code: string, message: string) {
    super(`${name} was refused with ${code}: ${message}`);
    this.code = code;
  }
}

export type Client = {
  /** Calls `POST /gateway/buying/{name}` and returns its data. Throws {@link RefusedError}. */
  call<Data>(name: string, input: object): Promise<Data>;
};

type Envelope<Data> = {
  readonly respCode: string;
  readonly respMessage: string;
  readonly data: Data & { readonly error?: string };
};

const RESPONSE_TIMEOUT_MS = 30_000;

/** Returns a client of the public API for one buyer. A login needs a token and a cookie, so the client stores cookies. */
export function openClient(origin: string): Client {
  const cookies = new Map<string, string>();
  return {
    async call<Data>(name: string, input: object) {
      const answer = await fetch(new URL(`/gateway/buying/${name}`, origin), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(key, value);
      }
      const { respCode, respMessage, data } = (await answer.json()) as Envelope<Data>;
      if (respCode !== '200') throw new RefusedError(name, data.error ?? respCode, respMessage);
      return data;
    },
  };
}
