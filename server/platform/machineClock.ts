import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** Offsets of other clocks against this machine's, in milliseconds. */
export type MachineClock = {
  /** Measures the database's machine time, without the sandbox's offset. */
  measureDatabase(): Promise<void>;
  /** Undefined before the first measurement. */
  databaseAheadMs(): number | undefined;
  /** Offsets of the hosts that have answered within the last ten minutes. */
  vendorsAheadMs(): ReadonlyMap<string, number>;
  stop(): void;
};

/** `Date` has one-second resolution: 500 ms is the expected truncation error. */
const TRUNCATED_MS = 500;
const REMEMBERED_MS = 10 * 60_000;

const HEADERS_OF_FETCH = 'undici:request:headers';
const RESPONSE_OF_HTTP = 'http.client.response.finish';

type FetchMessage = {
  readonly request: { readonly origin?: string | URL };
  /** Names and values alternate. */
  readonly response: { readonly headers: readonly (Buffer | string)[] };
};
type HttpMessage = { readonly request: ClientRequest; readonly response: IncomingMessage };

export type MachineClockOptions = {
  /** The database's own time, without the sandbox's offset. */
  readonly readDatabase: () => Promise<Date>;
  /** This machine's time. */
  readonly now?: () => number;
};

/**
 * Compares this machine's clock with the database's, and with the `Date` of every HTTPS answer that this process receives:
 * Node reports them for all clients, so adapters need no code. Plain HTTP answers come from the operator's machines and are
 * ignored.
 */
export function createMachineClock({ readDatabase, now = Date.now }: MachineClockOptions): MachineClock {
  let database: number | undefined;
  const vendors = new Map<string, { readonly aheadMs: number; readonly at: number }>();

  function recordOffset(host: string, date: string | undefined, age: string | undefined): void {
    const time = Date.parse(date ?? '');
    if (Number.isNaN(time)) return;
    // A cache sends the `Date` of when it received the answer.
    const ageMs = (Number(age) || 0) * 1_000;
    vendors.set(host, { aheadMs: time + ageMs + TRUNCATED_MS - now(), at: performance.now() });
  }

  function readFetchAnswer(message: unknown): void {
    const { request, response } = message as FetchMessage;
    const origin = String(request.origin);
    if (!origin.startsWith('https:')) return;
    const find = (name: string) => {
      const index = response.headers.findIndex((text, at) => at % 2 === 0 && String(text).toLowerCase() === name);
      return index < 0 ? undefined : String(response.headers[index + 1]);
    };
    recordOffset(new URL(origin).host, find('date'), find('age'));
  }

  function readHttpAnswer(message: unknown): void {
    const { request, response } = message as HttpMessage;
    const { date, age } = response.headers;
    if (request.protocol === 'https:') recordOffset(request.host, date, age);
  }

  subscribe(HEADERS_OF_FETCH, readFetchAnswer);
  subscribe(RESPONSE_OF_HTTP, readHttpAnswer);
  return {
    async measureDatabase() {
      const before = now();
      const time = (await readDatabase()).getTime();
      database = time - (before + now()) / 2;
    },
    databaseAheadMs: () => database,
    vendorsAheadMs() {
      const oldest = performance.now() - REMEMBERED_MS;
      return new Map([...vendors].filter(([, { at }]) => at > oldest).map(([host, { aheadMs }]) => [host, aheadMs]));
    },
    stop() {
      unsubscribe(HEADERS_OF_FETCH, readFetchAnswer);
      unsubscribe(RESPONSE_OF_HTTP, readHttpAnswer);
    },
  };
}
