import type { CallData, CallEnvelopeFields, CallName, CallRequest } from '@slipway/contract/calls.ts';
import type { ErrorDetail } from '@slipway/contract/envelope.ts';
import type { DocumentAnswers } from '@slipway/contract/firstQuote.ts';
import { CallError, createConnectionError, isNoAnswer, isRefusedWith, TIMED_OUT } from './callError.ts';
import { recordAnswer, trackWait } from './connection.ts';
import { observeServerDate } from './serverClock.ts';

const GATEWAY_PATH = '/gateway/buying';
const TIMEOUT_MS = 60_000;
/** Maximum age of a preloaded answer, counted from its request; an older one may be outdated. */
const PRELOADED_MAX_AGE_MS = 30_000;
/** A request can fail shortly before the browser reports that the network is gone. */
const NETWORK_REPORT_DELAY_MS = 300;
const RESP_OK = '200';

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** The page cannot be shown without this answer: if the connection fails and the browser is online, an error page is shown. */
  readonly navigational?: boolean;
};

/** An answer: the data and the extra fields of some envelopes. */
export type CallAnswer<Name extends CallName> = {
  readonly respMessage: string;
  readonly data: CallData<Name>;
} & CallEnvelopeFields<Name>;

type CallHooks = {
  /** Returns the stored token unless it has expired. */
  authToken(): string | undefined;
  /** Handles an error for the whole app; true if the buyer was sent to another page. */
  react(error: CallError, options: CallOptions): boolean;
  /** Asks the buyer to confirm their login; false if they cancel. */
  confirm(): Promise<boolean>;
};

let callHooks: CallHooks = { authToken: () => undefined, react: () => false, confirm: async () => false };

/** Connects the calls to the session and the app's pages; called once at startup. */
export function configureCalls(given: CallHooks): void {
  callHooks = given;
}

/**
 * Calls the server and returns the data. If the server requires a confirmation, asks the buyer and repeats the call. Throws
 * {@link CallError}, or AbortError if the signal was aborted.
 */
export async function call<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  options: CallOptions = {},
): Promise<CallData<Name>> {
  return (await callWithEnvelope(name, request, options)).data;
}

/** Like {@link call}, with the extra fields of the envelope. */
export async function callWithEnvelope<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  options: CallOptions = {},
): Promise<CallAnswer<Name>> {
  try {
    return (await joinRequest(buildPath(name), buildBody(request), options.signal)) as CallAnswer<Name>;
  } catch (error) {
    if (needsConfirmation(error) && (await callHooks.confirm())) return callWithEnvelope(name, request, options);
    if (isNoAnswer(error) && navigator.onLine) await pause(NETWORK_REPORT_DELAY_MS);
    // The buyer may have left the calling page; its failure must not replace the page that followed.
    options.signal?.throwIfAborted();
    if (error instanceof CallError) error.handled = callHooks.react(error, options);
    throw error;
  }
}

/**
 * Preloads and returns an answer. The first identical call also uses it, even if it is still loading. The app reacts to a
 * failure only when such a call uses it.
 */
export async function preloadCall<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
): Promise<CallAnswer<Name>> {
  const path = buildPath(name);
  const body = buildBody(request);
  const key = buildKey(path, body);
  const shared = preloadedRequests.get(key) ?? inFlight.get(key) ?? startRequest(key, path, body);
  storePreloaded(key, shared);
  shared.received = await shared.answer;
  return shared.received as CallAnswer<Name>;
}

/**
 * Stores the answers embedded in the document as preloaded, and sets the server's clock from its date. `receivedMs` is the
 * local time at which the document arrived.
 */
export function storeDocumentAnswers({ date, answers }: DocumentAnswers, receivedMs: number): void {
  observeServerDate(date, receivedMs);
  for (const { call: name, request, answer } of answers)
    storePreloaded(buildKey(buildPath(name), JSON.stringify(request)), {
      answer: Promise.resolve(answer),
      abort: new AbortController(),
      waiting: 0,
      received: answer,
    });
}

function storePreloaded(key: string, shared: SharedRequest): void {
  preloadedRequests.set(key, shared);
  setTimeout(() => {
    if (preloadedRequests.get(key) === shared) preloadedRequests.delete(key);
  }, PRELOADED_MAX_AGE_MS);
}

/** Removes and returns a preloaded answer that has arrived, so that it is rendered at once; undefined if a call is needed. */
export function takePreloadedAnswer<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
): CallAnswer<Name> | undefined {
  const key = buildKey(buildPath(name), buildBody(request));
  const answer = preloadedRequests.get(key)?.received;
  if (answer !== undefined) preloadedRequests.delete(key);
  return answer as CallAnswer<Name> | undefined;
}

/** Returns true if the server requires a recent confirmation of the buyer for this call; after it the same call succeeds. */
function needsConfirmation(error: unknown): boolean {
  return isRefusedWith(error, 'confirmation_needed');
}

/** Like {@link call}, for calls that return a file. */
export async function callForFile<Name extends CallName>(name: Name, request: CallRequest<Name>): Promise<Blob> {
  return (await call(name, request)) as unknown as Blob;
}

type SharedRequest = {
  readonly answer: Promise<unknown>;
  readonly abort: AbortController;
  waiting: number;
  /** The answer, once received. */
  received?: unknown;
};

const inFlight = new Map<string, SharedRequest>();
/** Answers preloaded by {@link preloadCall} and not used yet. */
const preloadedRequests = new Map<string, SharedRequest>();

function buildPath(name: CallName): string {
  return `${GATEWAY_PATH}/${name}`;
}

function buildBody(request: object): string {
  const authToken = callHooks.authToken();
  return JSON.stringify(authToken === undefined ? request : { ...request, authToken });
}

function buildKey(path: string, body: string): string {
  return `${path} ${body}`;
}

/**
 * Joins identical requests (same path and body) into one, or uses up a preloaded one. The request is aborted once every
 * caller has aborted.
 */
function joinRequest(path: string, body: string, signal: AbortSignal | undefined): Promise<unknown> {
  signal?.throwIfAborted();
  const key = buildKey(path, body);
  const shared = preloadedRequests.get(key) ?? inFlight.get(key) ?? startRequest(key, path, body);
  preloadedRequests.delete(key);
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

function startRequest(key: string, path: string, body: string): SharedRequest {
  const abort = new AbortController();
  const answer = send(path, body, abort.signal).finally(() => {
    if (inFlight.get(key)?.abort === abort) inFlight.delete(key);
  });
  // Also catches a rejection after the last caller has aborted.
  trackWait(answer);
  const shared: SharedRequest = { answer, abort, waiting: 0 };
  inFlight.set(key, shared);
  return shared;
}

async function send(path: string, body: string, signal: AbortSignal): Promise<unknown> {
  // Combines both signals by hand: Safari supports `AbortSignal.any` only from version 17.4.
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
    recordAnswer(true);
    observeServerDate(response.headers.get('date'));
    return isFile(response) ? { data: await response.blob() } : unwrapEnvelope(await response.json(), response.status);
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error;
    recordAnswer(false);
    throw timedOut ? new CallError({ respCode: TIMED_OUT, respMessage: '', status: 0 }) : createConnectionError();
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

type EnvelopeBody = { respCode?: unknown; respMessage?: unknown; data?: unknown };

function unwrapEnvelope(body: EnvelopeBody, status: number): unknown {
  if (body.respCode === RESP_OK) return body;
  throw new CallError({
    respCode: typeof body.respCode === 'string' ? body.respCode : String(status),
    respMessage: typeof body.respMessage === 'string' ? body.respMessage : '',
    status,
    detail: (body.data ?? null) as ErrorDetail | null,
  });
}
