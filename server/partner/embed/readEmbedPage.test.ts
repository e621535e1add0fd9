import { describe, expect, test, vi } from 'vitest';
import { openReceiver, type ReceiverAnswer } from '../../platform/webhook/receiver.testing.ts';
import { findAddressRefusal, readEmbedPage } from './readEmbedPage.ts';

const { url, posted } = await openReceiver(({ path }): ReceiverAnswer | 'hang up' => {
  if (path === '/moved') return { status: 302, headers: { location: '/hook' } };
  if (path === '/cut') return 'hang up';
  return { status: 200, headers: { 'content-security-policy': "default-src 'self'" }, body: '<p>Größe</p>' };
});
const at = (path: string) => new URL(path, url);

describe('an embedding page', () => {
  test('is read with its headers', async () => {
    const { answer, fault } = await readEmbedPage(at('/buy'), 'public or loopback');
    expect(fault).toBe('');
    expect(answer).toMatchObject({
      status: 200,
      html: '<p>Größe</p>',
      headers: { 'content-security-policy': "default-src 'self'", date: expect.any(String) },
    });
  });

  test('that redirects is not followed', async () => {
    const before = posted.length;
    const { answer } = await readEmbedPage(at('/moved'), 'public or loopback');
    expect(answer).toMatchObject({ status: 302, headers: { location: '/hook' } });
    expect(posted).toHaveLength(before + 1);
  });

  test('that does not answer is reported with the reason', async () => {
    const { answer, fault } = await readEmbedPage(at('/cut'), 'public or loopback');
    expect(answer).toBeUndefined();
    expect(fault).toContain('ECONNRESET');
  });

  test.each(['http://169.254.169.254/latest', 'https://10.0.0.1/', 'https://shop.example/'])(
    'is not requested at an internal or insecure address: %s',
    async (address) => {
      const resolve = vi.fn(async () => ['192.168.1.1']);
      const { answer, fault } = await readEmbedPage(new URL(address), 'public', resolve);
      expect(answer).toBeUndefined();
      expect(fault).toMatch(/not (?:a public address|https)/);
    },
  );
});

test('finds why events may not be posted to an address, or undefined', async () => {
  const resolve = async () => ['93.184.215.14'];
  expect(await findAddressRefusal('https://shop.example/hook', 'public', resolve)).toBeUndefined();
  expect(await findAddressRefusal('https://127.0.0.1/hook', 'public')).toContain('not a public address');
});
