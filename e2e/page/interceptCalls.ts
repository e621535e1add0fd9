import type { CDPSession, Page } from '@playwright/test';
import type { CallName } from '@slipway/contract/calls.ts';
import { openDevTools } from './devTools.ts';

/** A call of the app's API that is paused before the server receives it. */
export type PausedCall = {
  /** The body of the request. */
  readonly input: unknown;
  /** Answers the call in place of the server. */
  answer(body: object): Promise<void>;
  /** Sends the call to the server and returns the body of its answer. The page waits until `answer` is called. */
  fetchAnswer(): Promise<unknown>;
};

/** Returns false to leave the call to the handler that was added before, or to the server if there is none. */
export type CallHandler = (call: PausedCall) => Promise<boolean>;

type PausedRequest = { readonly requestId: string; readonly url: string; readonly postData: string };

type Interception = {
  readonly devTools: CDPSession;
  /** The newest first. */
  readonly handlers: { readonly name: CallName; readonly handle: CallHandler }[];
  /** Resolves the `fetchAnswer` of a request when the server has answered, by the key of the request. */
  readonly waiting: Map<string, (answered: { readonly requestId: string; readonly hasFailed: boolean }) => void>;
};

/** Thrown if the page was left, or cancelled the request, while a handler was running. */
class CancelledCall extends Error {}

const interceptions = new WeakMap<Page, Promise<Interception>>();

const buildCallPath = (name: CallName) => `/gateway/buying/${name}`;

/**
 * Passes every call of this name to `handle`, until `stopIntercepting` or the end of the page. Unlike `page.route`, which pauses
 * every request and switches the browser's cache off, it pauses these calls only: a page that loads costs a quarter less.
 */
export async function interceptCall(page: Page, name: CallName, handle: CallHandler): Promise<void> {
  const interception = interceptions.get(page) ?? startIntercepting(page);
  interceptions.set(page, interception);
  const { devTools, handlers } = await interception;
  handlers.unshift({ name, handle });
  const patterns = handlers.map((handler) => ({ urlPattern: `*${buildCallPath(handler.name)}` }));
  await devTools.send('Fetch.enable', { patterns });
}

/** Lets every call of the page pass to the server again. Calls that are paused are cancelled if the page has been left before. */
export async function stopIntercepting(page: Page): Promise<void> {
  const interception = await interceptions.get(page);
  if (!interception || interception.handlers.length === 0) return;
  interception.handlers.length = 0;
  interception.waiting.clear();
  await interception.devTools.send('Fetch.disable');
}

async function startIntercepting(page: Page): Promise<Interception> {
  const devTools = await openDevTools(page);
  const interception: Interception = { devTools, handlers: [], waiting: new Map() };
  devTools.on('Fetch.requestPaused', ({ requestId, networkId, request, responseStatusCode, responseErrorReason }) => {
    const key = networkId ?? requestId;
    const proceed = interception.waiting.get(key);
    if (proceed && (responseStatusCode !== undefined || responseErrorReason !== undefined)) {
      interception.waiting.delete(key);
      proceed({ requestId, hasFailed: responseErrorReason !== undefined });
      return;
    }
    // An error of a handler is an unhandled rejection, which fails the test.
    void handleRequest(interception, key, { requestId, url: request.url, postData: request.postData ?? '' });
  });
  return interception;
}

async function handleRequest(interception: Interception, key: string, request: PausedRequest): Promise<void> {
  const { devTools, handlers, waiting } = interception;
  let { requestId } = request;
  const send = sendUnlessCancelled(devTools);
  const call: PausedCall = {
    input: request.postData === '' ? undefined : JSON.parse(request.postData),
    async answer(body) {
      await send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: [{ name: 'content-type', value: 'application/json' }],
        body: Buffer.from(JSON.stringify(body)).toString('base64'),
      });
    },
    async fetchAnswer() {
      const answered = new Promise<{ readonly requestId: string; readonly hasFailed: boolean }>((resolve) =>
        waiting.set(key, resolve),
      );
      await send('Fetch.continueRequest', { requestId, interceptResponse: true });
      const answer = await answered;
      requestId = answer.requestId;
      if (answer.hasFailed) throw new CancelledCall();
      const { body, base64Encoded } = await send('Fetch.getResponseBody', { requestId });
      return JSON.parse(base64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body);
    },
  };
  try {
    const matching = handlers.filter(({ name }) => request.url.endsWith(buildCallPath(name)));
    for (const { handle } of matching) if (await handle(call)) return;
    await send('Fetch.continueRequest', { requestId });
  } catch (error) {
    if (!(error instanceof CancelledCall)) throw error;
  }
}

/** Returns a `send` that throws {@link CancelledCall} if the browser refuses the command: the request no longer exists. */
function sendUnlessCancelled(devTools: CDPSession): CDPSession['send'] {
  return async (...command) =>
    devTools.send(...command).catch((cause: unknown) => {
      throw new CancelledCall('The request is gone.', { cause });
    });
}
