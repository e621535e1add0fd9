import type { UnversionedEmbedMessage } from '@slipway/contract/embed/messages.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ForwardingPage, forwardFlowMessages } from './forwardFlowMessages.ts';

const ORIGIN = 'https://pay.example';
const orderCreated = { type: 'slipway:orderCreated', version: 1, orderNo: '7KQ2M4XD9TAB3' };
const status = { type: 'slipway:status', version: 1, orderNo: '7KQ2M4XD9TAB3', status: 'paid' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Simulates the plugin page with a purchase in a window, and records the messages to its host. */
function startForwarding() {
  const page = Object.assign(new EventTarget(), { location: { origin: ORIGIN } }) as unknown as ForwardingPage &
    EventTarget;
  const flow = { closed: false };
  const messages: UnversionedEmbedMessage[] = [];
  forwardFlowMessages(
    flow as Window,
    { origin: 'https://shop.example', send: (message) => messages.push(message) },
    page,
  );
  const post = (
    data: unknown,
    { origin = ORIGIN, source = flow }: { readonly origin?: string; readonly source?: unknown } = {},
  ) => page.dispatchEvent(Object.assign(new Event('message'), { origin, source, data }));
  return { flow, messages, post };
}

describe('forwardFlowMessages', () => {
  test('sends the messages of the purchase’s window to the host', () => {
    const { messages, post } = startForwarding();
    post(orderCreated);
    post(status);
    expect(messages).toEqual([orderCreated, status]);
  });

  test.each(['was closed', 'announced that it closes'])('reports the end and stops after the window %s', (how) => {
    const { flow, messages, post } = startForwarding();
    if (how === 'was closed') flow.closed = true;
    else post({ type: 'slipway:close', version: 1 });
    vi.advanceTimersByTime(1_000);
    post(orderCreated);
    expect(messages).toEqual([{ type: 'slipway:close' }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each<[string, { readonly origin?: string; readonly source?: unknown; readonly data?: unknown }]>([
    ['the site around the frame', { origin: 'https://shop.example', source: {} }],
    ['another window of the server’s origin', { source: {} }],
    ['another origin in the window', { origin: 'https://bank.example' }],
    ['a message for the frame itself', { data: { type: 'slipway:resize', version: 1, height: 9 } }],
    ['an invalid message', { data: { type: 'slipway:orderCreated' } }],
  ])('ignores %s', (_who, { data = orderCreated, ...from }) => {
    const { messages, post } = startForwarding();
    post(data, from);
    expect(messages).toEqual([]);
  });
});
