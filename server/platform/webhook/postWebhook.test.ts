import { describe, expect, test, vi } from 'vitest';
import { createWebhookPoster } from './postWebhook.ts';
import { openReceiver, type ReceiverAnswer } from './receiver.testing.ts';

const { port, url, posted } = await openReceiver(({ path }): ReceiverAnswer | 'hang up' => {
  if (path === '/moved') return { status: 302, headers: { location: '/hook' } };
  if (path === '/cut') return 'hang up';
  if (path === '/long') return { status: 200, body: `\0${'é'.repeat(3_000)}` };
  return { status: 429, headers: { 'retry-after': '7' }, body: 'slow down' };
});
const content = { headers: { 'webhook-id': 'evt_1' }, body: '{"größe":1}' };
const post = createWebhookPoster('public or loopback');
const at = (path: string) => url.replace('/hook', path);

describe('a post', () => {
  test('sends the exact bytes and returns the status, the answer’s text and Retry-After', async () => {
    expect(await post({ url, ...content })).toMatchObject({ status: 429, text: 'slow down', retryAfter: '7' });
    expect(posted.at(-1)).toMatchObject({ body: content.body, headers: { 'webhook-id': 'evt_1' } });
  });

  test('keeps 500 characters of a long answer, without characters that the database refuses', async () => {
    expect(await post({ url: at('/long'), ...content })).toMatchObject({ status: 200, text: 'é'.repeat(500) });
  });

  test('follows no redirect', async () => {
    const before = posted.length;
    expect(await post({ url: at('/moved'), ...content })).toMatchObject({ status: 302 });
    expect(posted).toHaveLength(before + 1);
  });

  test('has no status when the connection breaks', async () => {
    expect(await post({ url: at('/cut'), ...content })).toMatchObject({ status: null });
  });
});

/** Resolves each name to these addresses, and counts the look-ups. */
function createResolver(addresses: readonly string[]) {
  return vi.fn(async () => addresses);
}

describe('a resolved address', () => {
  test('is the one connected to, and the name is not resolved again', async () => {
    const resolve = createResolver(['127.0.0.1']);
    const toName = createWebhookPoster('public or loopback', resolve);
    const before = posted.length;
    expect(await toName({ url: `http://shop.example:${port}/hook`, ...content })).toMatchObject({ status: 429 });
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(posted).toHaveLength(before + 1);
    expect(posted.at(-1)?.headers.host).toBe(`shop.example:${port}`);
  });

  test.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['172.16.0.1'],
    ['192.168.1.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['0.1.2.3'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['192.0.2.1'],
    ['::1'],
    ['::'],
    ['::ffff:127.0.0.1'],
    ['::ffff:8.8.8.8'],
    ['fe80::1'],
    ['fc00::1'],
    ['fd12:3456::1'],
    ['fec0::1'],
    ['ff02::1'],
    ['64:ff9b::a00:1'],
    ['2002:a00:1::'],
    ['::127.0.0.1'],
    ['::a00:1'],
    ['4000::1'],
  ])('is refused when it is %s, even together with a public one', async (address) => {
    const toName = createWebhookPoster('public', createResolver(['93.184.215.14', address]));
    const answer = await toName({ url: 'https://shop.example/hook', ...content });
    expect(answer).toMatchObject({ status: null, text: `${address} is not a public address` });
  });

  test.each([
    ['https://127.1/', '127.0.0.1 is not'],
    ['https://0x7f000001/', '127.0.0.1 is not'],
    ['https://2130706433/', '127.0.0.1 is not'],
    ['https://[::ffff:7f00:1]/', '::ffff:7f00:1 is not'],
    ['https://[::1]/', '::1 is not'],
    ['https://[::127.0.0.1]/', '::7f00:1 is not'],
    ['https://me:secret@shop.example/', 'carries a name'],
    ['http://shop.example/', 'not https'],
    ['ftp://shop.example/', 'not https'],
  ])('is refused in %s', async (refused, reason) => {
    const resolve = createResolver(['93.184.215.14']);
    const { status, text } = await createWebhookPoster('public', resolve)({ url: refused, ...content });
    expect(status).toBeNull();
    expect(text).toContain(reason);
    expect(resolve).not.toHaveBeenCalled();
  });

  test('is refused in the sandbox unless it is public or loopback', async () => {
    const answer = await post({ url: 'http://192.168.1.1/', ...content });
    expect(answer).toMatchObject({ status: null, text: '192.168.1.1 is not a public address' });
  });
});
