import type { EmbedMessage } from '@slipway/contract/embed/messages.ts';
import { describe, expect, test } from 'vitest';
import { type FramedWindow, findHost } from './host.ts';

const SHOP = 'https://shop.example';
const STAGING = 'https://staging.shop.example';

type Situation = {
  readonly registered: readonly string[];
  readonly ancestors?: readonly string[];
  readonly referrer?: string;
  readonly framed?: boolean;
};

/** Simulates the parts of a browser window that the page uses. */
function simulateWindow({ registered, ancestors, referrer = '', framed = true }: Situation) {
  const sent: { readonly message: EmbedMessage; readonly origin: string }[] = [];
  const parent = { postMessage: (message: EmbedMessage, origin: string) => sent.push({ message, origin }) };
  const meta = { getAttribute: () => registered.join(' ') };
  const frame = {
    document: { referrer, querySelector: () => meta },
    location: { ancestorOrigins: ancestors },
    parent,
    self: framed ? {} : parent,
  };
  return { frame: frame as unknown as FramedWindow, sent };
}

describe('the site that frames the page', () => {
  test.each<Situation & { readonly host: string }>([
    { registered: [SHOP, STAGING], ancestors: [STAGING], host: STAGING },
    { registered: [SHOP, STAGING], ancestors: [SHOP, 'https://portal.example'], host: SHOP },
    { registered: [SHOP, STAGING], referrer: `${STAGING}/buy?x=1`, host: STAGING },
    { registered: [SHOP], host: SHOP },
    // The framing origin is uncertain: no message is sent.
    { registered: [SHOP, STAGING], host: '' },
    { registered: [SHOP], ancestors: ['https://evil.example'], host: '' },
    { registered: [SHOP], ancestors: ['null'], host: '' },
    { registered: [SHOP], referrer: 'https://evil.example/https://shop.example', host: '' },
    { registered: [], ancestors: [SHOP], host: '' },
    { registered: [SHOP], ancestors: [], framed: false, host: '' },
  ])('is "$host" for origins $registered, ancestors $ancestors, referrer $referrer', ({ host, ...situation }) => {
    const { frame, sent } = simulateWindow(situation);
    const found = findHost(frame);
    found.send({ type: 'slipway:continue' });
    expect(found.origin).toBe(host);
    expect(sent).toEqual(host === '' ? [] : [{ message: { type: 'slipway:continue', version: 1 }, origin: host }]);
  });
});
