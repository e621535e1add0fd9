import { once } from 'node:events';

type Message = {
  readonly id?: number | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
};

/** A connection to a browser by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
export type BidiConnection = {
  send<Result = unknown>(method: string, params?: object): Promise<Result>;
  /** Calls back for each event that the session has subscribed to. */
  onEvent(listen: (method: string, params: unknown) => void): void;
  close(): void;
};

export async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(url);
  const failed = once(socket, 'error').then(() => {
    throw new Error(`No WebDriver BiDi at ${url}`);
  });
  await Promise.race([once(socket, 'open'), failed]);
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners: ((method: string, params: unknown) => void)[] = [];
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error, message } = JSON.parse(String(data)) as Message;
    if (method !== undefined) for (const listen of listeners) listen(method, params);
    const waiting = pending.get(id ?? 0);
    pending.delete(id ?? 0);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(`${error}: ${message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('The browser closed the connection.'));
  });
  return {
    send<Result>(method: string, params = {}) {
      lastId += 1;
      const waiting = Promise.withResolvers<unknown>();
      pending.set(lastId, waiting);
      socket.send(JSON.stringify({ id: lastId, method, params }));
      return waiting.promise as Promise<Result>;
    },
    onEvent: (listen) => void listeners.push(listen),
    close: () => socket.close(),
  };
}
