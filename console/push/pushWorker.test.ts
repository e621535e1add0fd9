import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

type Listener = (event: object) => void;

const listeners = new Map<string, Listener>();
const showNotification = vi.fn(async (_title: string, _options: object) => undefined);
const openWindow = vi.fn(async (_path: string) => undefined);
const getSubscription = vi.fn(async (): Promise<object | null> => null);
const subscribe = vi.fn(async (_options: object): Promise<object> => subscription('https://push.example/new'));
const fetched = vi.fn(async (_path: string, _request: { readonly body: string }) => answer('200'));
let windows: readonly object[] = [];

function subscription(endpoint: string) {
  const keys = { p256dh: 'a point', auth: 'a secret' };
  return { endpoint, options: { applicationServerKey: 'the key' }, toJSON: () => ({ endpoint, keys }) };
}

function answer(respCode: string) {
  return { json: async () => ({ respCode, data: {} }) };
}

beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    registration: { showNotification, pushManager: { getSubscription, subscribe } },
    clients: { matchAll: async () => windows, openWindow },
  });
  vi.stubGlobal('fetch', fetched);
  const worker = new URL('../public/push.js', import.meta.url).href;
  await import(worker);
});

afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  vi.clearAllMocks();
  windows = [];
});

async function dispatchEvent(name: string, event: object): Promise<void> {
  const waited: Promise<unknown>[] = [];
  listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waited.push(work) });
  await Promise.all(waited);
}

const push = (payload: string) => dispatchEvent('push', { data: { json: () => JSON.parse(payload) as unknown } });
const click = (open: unknown) =>
  dispatchEvent('notificationclick', { notification: { close: vi.fn(), data: { open } } });

test('shows a notification with the subject and count, tagged with the message’s id', async () => {
  const payload = {
    message: 'msg_1',
    kind: 'books_differ',
    about: 'the books do not agree',
    count: 3,
    open: '/console/today',
  };
  await push(JSON.stringify(payload));
  expect(showNotification).toHaveBeenCalledWith(
    'The books do not agree',
    expect.objectContaining({
      body: 'books_differ, 3 times. Open the console to acknowledge it.',
      tag: 'msg_1',
      data: { open: '/console/today' },
    }),
  );
});

test.each(['', 'no json', '{}', 'null'])('shows a general notification for the payload %s', async (payload) => {
  await push(payload);
  expect(showNotification).toHaveBeenCalledWith(
    'Something needs your attention',
    expect.objectContaining({ tag: 'alert' }),
  );
});

test.each(['https://elsewhere.example/console/', '//elsewhere.example', '/other', 7, undefined])(
  'opens the console’s start page instead of %s',
  async (open) => {
    await click(open);
    expect(openWindow).toHaveBeenCalledWith('/console/');
  },
);

test('a click navigates an open console page, or opens a new one', async () => {
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

test('a mention’s notification names the author and closes by itself', async () => {
  await push(
    JSON.stringify({
      message: 'msg_2',
      kind: 'mention',
      about: 'sam mentions you in a note',
      count: 1,
      open: '/console/mentions',
    }),
  );
  expect(showNotification).toHaveBeenCalledWith(
    'Sam mentions you in a note',
    expect.objectContaining({
      body: 'Open the console to read it.',
      requireInteraction: false,
      data: { open: '/console/mentions' },
    }),
  );
});

describe('a changed push subscription', () => {
  const former = subscription('https://push.example/old');
  const sent = () => fetched.mock.calls.map(([path, { body }]) => [path, JSON.parse(body) as unknown]);

  test('is renewed with the same key, sent to the server, and replaces the former subscription there', async () => {
    await dispatchEvent('pushsubscriptionchange', { oldSubscription: former, newSubscription: null });
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'the key' });
    const { endpoint, keys } = subscription('https://push.example/new').toJSON();
    expect(sent()).toEqual([
      ['/gateway/console/subscribePush', { endpoint, keys }],
      ['/gateway/console/unsubscribePush', { id: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    ]);
    expect(showNotification).not.toHaveBeenCalled();
  });

  test('is sent to the server unchanged if the browser has renewed it', async () => {
    const given = subscription('https://push.example/given');
    await dispatchEvent('pushsubscriptionchange', { oldSubscription: undefined, newSubscription: given });
    expect(subscribe).not.toHaveBeenCalled();
    expect(sent()).toEqual([['/gateway/console/subscribePush', given.toJSON()]]);
  });

  test('shows a notification that push alerts have stopped if no one is logged in', async () => {
    fetched.mockResolvedValueOnce(answer('401'));
    await dispatchEvent('pushsubscriptionchange', { oldSubscription: former, newSubscription: null });
    expect(showNotification).toHaveBeenCalledWith(
      'Push alerts have stopped in this browser',
      expect.objectContaining({ data: { open: '/console/people' } }),
    );
  });
});
