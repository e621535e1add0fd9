import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

type Listener = (event: object) => void;

const listeners = new Map<string, Listener>();
const showNotification = vi.fn(async (_title: string, _options: object) => undefined);
const openWindow = vi.fn(async (_path: string) => undefined);
let windows: readonly object[] = [];

beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    registration: { showNotification },
    clients: { matchAll: async () => windows, openWindow },
  });
  const worker = new URL('../public/push.js', import.meta.url).href;
  await import(worker);
});

afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  vi.clearAllMocks();
  windows = [];
});

async function happens(name: string, event: object): Promise<void> {
  const waited: Promise<unknown>[] = [];
  listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waited.push(work) });
  await Promise.all(waited);
}

const push = (payload: string) => happens('push', { data: { json: () => JSON.parse(payload) as unknown } });
const click = (open: unknown) => happens('notificationclick', { notification: { close: vi.fn(), data: { open } } });

test('says what it is about and how often; the same message is shown once', async () => {
  const said = {
    message: 'msg_1',
    kind: 'books_differ',
    about: 'the books do not agree',
    count: 3,
    open: '/console/today',
  };
  await push(JSON.stringify(said));
  expect(showNotification).toHaveBeenCalledWith(
    'The books do not agree',
    expect.objectContaining({
      body: 'books_differ, 3 times. Open the console and say that you have it.',
      tag: 'msg_1',
      data: { open: '/console/today' },
    }),
  );
});

test.each(['', 'no json', '{}', 'null'])('rings for %s too', async (payload) => {
  await push(payload);
  expect(showNotification).toHaveBeenCalledWith('Something needs you', expect.objectContaining({ tag: 'alert' }));
});

test.each(['https://elsewhere.example/console/', '//elsewhere.example', '/other', 7, undefined])(
  'leads nowhere but into the console: %s',
  async (open) => {
    await click(open);
    expect(openWindow).toHaveBeenCalledWith('/console/');
  },
);

test('takes the page that is open, and opens one where none is', async () => {
  await click('/console/today');
  expect(openWindow).toHaveBeenCalledWith('/console/today');
  const page = {
    url: 'https://console.example/console/orders',
    focus: vi.fn(),
    navigate: vi.fn(async () => undefined),
  };
  windows = [{ url: 'https://console.example/elsewhere' }, page];
  await click('/console/today');
  expect(page.focus).toHaveBeenCalled();
  expect(page.navigate).toHaveBeenCalledWith('/console/today');
  expect(openWindow).toHaveBeenCalledTimes(1);
});
