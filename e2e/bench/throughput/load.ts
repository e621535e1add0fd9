import autocannon from 'autocannon';
import { createLatencyRecorder, type Latencies } from './latencies.ts';

/** One request that a load sends. */
export type LoadRequest = {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type Load = {
  readonly origin: string;
  readonly clients: number;
  readonly requests: readonly LoadRequest[];
  /** Duration for which every client repeats all requests; without it each request is sent once. */
  readonly seconds?: number;
};

export type LoadResult = Latencies & {
  readonly answers: number;
  readonly perSecond: number;
};

/**
 * Sends the requests and measures the responses. Throws if a response is not as expected, since the server answers errors
 * faster.
 */
export async function sendLoad({ origin, clients, requests, seconds }: Load): Promise<LoadResult> {
  let wrong: string | undefined;
  const began = performance.now();
  let last = began;
  const latencies = createLatencyRecorder();
  const options: autocannon.Options = {
    url: origin,
    connections: clients,
    ...(seconds === undefined
      ? sendEachOnce(requests)
      : { duration: seconds, requests: requests.map(toAutocannonRequest) }),
    verifyBody(body) {
      const isRight = String(body).startsWith('{"respCode":"200"');
      if (!isRight) wrong ??= String(body);
      return isRight;
    },
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const ended = (error: unknown, runResult: autocannon.Result) => {
      if (error) reject(error);
      else resolve(runResult);
    };
    // autocannon reports the end of a run only at the next full second.
    autocannon(options, ended).on('response', (_client, _status, _bytes, took) => {
      last = performance.now();
      latencies.add(took);
    });
  });
  const took = (last - began) / 1000;
  const faults = result.errors + result.timeouts + result.mismatches + result.non2xx;
  if (faults > 0) throw new Error(`${faults} of ${result.requests.total} answers were wrong: ${wrong}`);
  const answers = result.requests.total;
  return { answers, perSecond: answers / took, ...latencies.read() };
}

function toAutocannonRequest({ path, body, headers }: LoadRequest): autocannon.Request {
  return { method: 'POST', path, body, headers: { 'content-type': 'application/json', ...headers } };
}

function sendEachOnce(requests: readonly LoadRequest[]): Pick<autocannon.Options, 'amount' | 'requests'> {
  const remaining = requests.values();
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const { value } = remaining.next();
    return value ? { ...request, ...toAutocannonRequest(value) } : request;
  };
  return { amount: requests.length, requests: [{ setupRequest }] };
}
