import type { CallBeside, CallData, CallName, CallRequest } from '@slipway/contract/calls.ts';
import type { ErrorDetail } from '@slipway/contract/envelope.ts';
import type { SentAnswers } from '@slipway/contract/firstQuote.ts';
import { CallError, connectionLost, isNoAnswer, isRefusedWith, TIMED_OUT } from './callError.ts';
import { followWait, noteAnswer } from './connection.ts';
import { observeServerDate } from './serverClock.ts';

const GATEWAY_PATH = '/gateway/buying';
const TIMEOUT_MS = 60_000;
/** So long an answer that was asked for ahead waits for its call: later it may no longer be the server's last word. */
const AHEAD_MS = 30_000;
/** A request fails a moment before the browser says that the network is gone. */
const NEWS_OF_NETWORK_MS = 300;
const RESP_OK = '200';

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** The page cannot be shown without this answer: without a network another page takes over. */
  readonly navigational?: boolean;
};

/** What an answer carries: the data, and the few fields that some envelopes have beside it. */
export type CallAnswer<Name extends CallName> = { readonly data: CallData<Name> } & CallBeside<Name>;

type CallSurroundings = {
  /** The stored token, when it has not run out. */
  authToken(): string | undefined;
  /** The reactions of the whole app to an error; true when it was shown to the buyer or led elsewhere. */
  react(error: CallError, options: CallOptions): boolean;
  /** Asks the buyer to prove who they are; false when they would rather not. */
  confirm(): Promise<boolean>;
};

let surroundings: CallSurroundings = { authToken: () => undefined, react: () => false, confirm: async () => false };

/** Connects the calls with the session and the app's pages; done once at the start. */
export function configureCalls(given: CallSurroundings): void {
  surroundings = given;
}

/** Asks the server and gives its data. Throws {@link CallError}, or an AbortError when the signal was used. */
export async function call<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  options: CallOptions = {},
): Promise<CallData<Name>> {
  return (await callEnvelope(name, request, options)).data;
}

/** As {@link call}, with the fields beside the data. */
export async function callEnvelope<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  options: CallOptions = {},
): Promise<CallAnswer<Name>> {
  try {
    return (await joined(pathOf(name), bodyOf(request), options.signal)) as CallAnswer<Name>;
  } catch (error) {
    if (needsConfirmation(error) && (await surroundings.confirm())) return callEnvelope(name, request, options);
    if (isNoAnswer(error) && navigator.onLine) await pause(NEWS_OF_NETWORK_MS);
    // The page that asked may be left by now: its failure must not replace the page that came after it.
    options.signal?.throwIfAborted();
    if (error instanceof CallError) error.handled = surroundings.react(error, options);
    throw error;
  }
}

/**
 * Asks before anybody does: the first call of the same takes this answer over, whether it has come or is on its way. The app
 * reacts to a failure when it is taken over, and not to one that nobody takes.
 */
export async function callAhead<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
): Promise<CallAnswer<Name>> {
  const path = pathOf(name);
  const body = bodyOf(request);
  const key = keyOf(path, body);
  const shared = ahead.get(key) ?? inFlight.get(key) ?? started(key, path, body);
  keepAhead(key, shared);
  shared.came = await shared.answer;
  return shared.came as CallAnswer<Name>;
}

/** Counts answers that came with the document as asked ahead. `cameMs` is when the server gave them, by this browser's clock. */
export function takeSentAnswers({ date, answers }: SentAnswers, cameMs: number): void {
  observeServerDate(date, cameMs);
  for (const { call: name, request, answer } of answers)
    keepAhead(keyOf(pathOf(name), JSON.stringify(request)), {
      answer: Promise.resolve(answer),
      abort: new AbortController(),
      waiting: 0,
      came: answer,
    });
}

function keepAhead(key: string, shared: SharedRequest): void {
  ahead.set(key, shared);
  setTimeout(() => {
    if (ahead.get(key) === shared) ahead.delete(key);
  }, AHEAD_MS);
}

/** Takes an answer over that was asked for ahead and has come: it can be drawn at once. Undefined where a call is needed. */
export function takeAnswer<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
): CallAnswer<Name> | undefined {
  const key = keyOf(pathOf(name), bodyOf(request));
  const answer = ahead.get(key)?.came;
  if (answer !== undefined) ahead.delete(key);
  return answer as CallAnswer<Name> | undefined;
}

/** The session is too old for this act. Asked again after it was proved, the same act goes through. */
function needsConfirmation(error: unknown): boolean {
  return isRefusedWith(error, 'confirmation_needed');
}

/** As {@link call}, for calls that can answer a file. */
export async function callFile<Name extends CallName>(name: Name, request: CallRequest<Name>): Promise<Blob> {
  return (await call(name, request)) as unknown as Blob;
}

type SharedRequest = {
  readonly answer: Promise<unknown>;
  readonly abort: AbortController;
  waiting: number;
  /** The answer, once it has come. */
  came?: unknown;
};

const inFlight = new Map<string, SharedRequest>();
/** Of {@link callAhead}, not taken over yet. */
const ahead = new Map<string, SharedRequest>();

function pathOf(name: CallName): string {
  return `${GATEWAY_PATH}/${name}`;
}

function bodyOf(request: object): string {
  const authToken = surroundings.authToken();
  return JSON.stringify(authToken === undefined ? request : { ...request, authToken });
}

function keyOf(path: string, body: string): string {
  return `${path} ${body}`;
}

/** The same path with the same body asks once; the request ends when the last of those who wait has left. */
function joined(path: string, body: string, signal: AbortSignal | undefined): Promise<unknown> {
  signal?.throwIfAborted();
  const key = keyOf(path, body);
  const shared = ahead.get(key) ?? inFlight.get(key) ?? started(key, path, body);
  ahead.delete(key);
  shared.waiting += 1;
  if (!signal) return shared.answer;
  return new Promise((resolve, reject) => {
    const leave = () => {
      shared.waiting -= 1;
      if (shared.waiting === 0) {
        inFlight.delete(key);
        shared.abort.abort();
      }
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
    shared.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function started(key: string, path: string, body: string): SharedRequest {
  const abort = new AbortController();
  const answer = send(path, body, abort.signal).finally(() => {
    if (inFlight.get(key)?.abort === abort) inFlight.delete(key);
  });
  // Also handles a failure that comes after the last one has left.
  followWait(answer);
  const shared: SharedRequest = { answer, abort, waiting: 0 };
  inFlight.set(key, shared);
  return shared;
}

async function send(path: string, body: string, signal: AbortSignal): Promise<unknown> {
  // One signal for both, by hand: Safari has `AbortSignal.any` from version 17.4 only.
  const ended = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    ended.abort();
  }, TIMEOUT_MS);
  const leave = () => ended.abort(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'same-origin',
      body,
      signal: ended.signal,
    });
    noteAnswer(true);
    observeServerDate(response.headers.get('date'));
    return isFile(response) ? { data: await response.blob() } : unwrapped(await response.json(), response.status);
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error;
    noteAnswer(false);
    throw timedOut ? new CallError({ respCode: TIMED_OUT, respMessage: '', status: 0 }) : connectionLost();
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

function isFile({ ok, headers }: Response): boolean {
  return ok && headers.get('content-disposition') !== null;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

type Body = { respCode?: unknown; respMessage?: unknown; data?: unknown };

function unwrapped(body: Body, status: number): unknown {
  if (body.respCode === RESP_OK) return body;
  throw new CallError({
    respCode: typeof body.respCode === 'string' ? body.respCode : String(status),
    respMessage: typeof body.respMessage === 'string' ? body.respMessage : '',
    status,
    detail: (body.data ?? null) as ErrorDetail | null,
  });
}
