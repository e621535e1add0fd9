import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { createSigner, httpbis } from 'http-message-signatures';
import { describe, expect, test } from 'vitest';
import { buildSignatureBase } from './buildSignatureBase.ts';
import { checkSignature, type SignedRequest } from './checkSignature.ts';
import { computeContentDigest } from './computeContentDigest.ts';
import { readSignature } from './readSignature.ts';
import { type SignatureOverrides, signRequest } from './signRequest.testing.ts';

const NOW = new Date('2026-11-21T10:40:00.000Z');
const SECONDS = NOW.getTime() / 1000;
const KEY_ID = '7KQ2M4XD9TAB';
const BODY = '{"orderNo":"7KQ2M4XD9TAB3HWPEN56"}';
const TARGET = 'https://buy.example/gateway/partner/requestRefund';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = { keyId: KEY_ID, publicKey };

const unsigned = { method: 'POST', targetUri: TARGET, headers: { authorization: 'Bearer slk_x' }, body: BODY };

function requestWith(headers: SignedRequest['headers'], change: Partial<SignedRequest> = {}): SignedRequest {
  return { method: 'POST', targetUri: TARGET, headers, body: Buffer.from(BODY), ...change };
}

function signed(signing?: SignatureOverrides, by: KeyObject = privateKey): Record<string, string> {
  return signRequest(unsigned, { keyId: KEY_ID, privateKey: by, now: NOW }, signing);
}

/** Returns `ok` or the name of the refusal. */
function verdictOn(request: SignedRequest, now = NOW): string {
  try {
    checkSignature(request, key, now);
    return 'ok';
  } catch (error) {
    return (error as { key: string }).key;
  }
}

describe('the Ed25519 example of RFC 9421, B.2.6', () => {
  // https://www.rfc-editor.org/rfc/rfc9421#section-b.2.6, with the key of B.1.4 and the request of B.2.
  const publicPem = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=
-----END PUBLIC KEY-----`;
  const input =
    '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
  const signature = ':wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:';
  const values = {
    date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    '@method': 'POST',
    '@path': '/foo',
    '@authority': 'example.com',
    'content-type': 'application/json',
    'content-length': '18',
  };
  const read = readSignature({ input: `sig-b26=${input}`, signature: `sig-b26=${signature}` });

  test('has this signature base', () => {
    expect(buildSignatureBase(read.components, read.parametersText, values)?.split('\n')).toEqual([
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
      `"@signature-params": ${input}`,
    ]);
  });

  test('verifies with this key', () => {
    const base = buildSignatureBase(read.components, read.parametersText, values) ?? '';
    const isRight = (text: string) => verify(null, Buffer.from(text), createPublicKey(publicPem), read.signature);
    expect([isRight(base), isRight(base.replace('/foo', '/fop'))]).toEqual([true, false]);
  });

  test('a body has the digest of RFC 9530', () => {
    // https://www.rfc-editor.org/rfc/rfc9530#appendix-B.1
    expect(computeContentDigest(Buffer.from('{"hello": "world"}\n'))).toBe(
      'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:',
    );
  });
});

describe('compared with http-message-signatures', () => {
  const plain = {
    method: 'POST',
    url: TARGET,
    headers: { ...unsigned.headers, 'content-digest': computeContentDigest(Buffer.from(BODY)) },
  };

  test('accepts its signatures', async () => {
    const { headers } = await httpbis.signMessage(
      {
        key: createSigner(privateKey, 'ed25519', KEY_ID),
        fields: ['@method', '@target-uri', 'content-digest', 'authorization'],
        params: ['created', 'expires', 'nonce', 'keyid', 'alg'],
        paramValues: { created: NOW, expires: new Date(NOW.getTime() + 60_000), nonce: 'b3k2pp5k7z-50gnwp' },
      },
      plain,
    );
    const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    expect(checkSignature(requestWith(lowered), key, NOW)).toEqual({
      nonce: 'b3k2pp5k7z-50gnwp',
      expiresAt: new Date(NOW.getTime() + 60_000),
    });
  });

  test('its verifier accepts signatures of the test client, and refuses them for another URL', async () => {
    const created = Math.floor(Date.now() / 1000);
    const headers = signed({ parameters: { created, expires: created + 60 } });
    const judge = (url: string) =>
      httpbis.verifyMessage(
        { keyLookup: async () => ({ verify: async (data, signature) => verify(null, data, publicKey, signature) }) },
        { ...plain, url, headers },
      );
    expect(await judge(TARGET)).toBe(true);
    expect(await judge(`${TARGET}s`)).toBe(false);
  });
});

describe('a request', () => {
  test('is accepted until its signature expires', () => {
    const request = requestWith(signed());
    const verdicts = [0, 59, 60, 600].map((later) => verdictOn(request, new Date(NOW.getTime() + later * 1000)));
    expect(verdicts).toEqual(['ok', 'ok', 'signature_expired', 'signature_expired']);
  });

  test.each([
    ['another method', { method: 'PUT' }, 'signature_wrong'],
    ['another call', { targetUri: `${TARGET}s` }, 'signature_wrong'],
    ['another installation', { targetUri: TARGET.replace('buy.', 'test.') }, 'signature_wrong'],
    ['an added query', { targetUri: `${TARGET}?a=b` }, 'signature_wrong'],
    ['another body', { body: Buffer.from(BODY.replace('7', '8')) }, 'digest_wrong'],
  ])('with %s is refused', (_what, change, verdict) => {
    expect(verdictOn(requestWith(signed(), change))).toBe(verdict);
  });

  test.each([
    ['without Signature', { signature: undefined }, 'signature_missing'],
    ['without Signature-Input', { 'signature-input': undefined }, 'signature_missing'],
    ['without Content-Digest', { 'content-digest': undefined }, 'digest_wrong'],
    ['with the digest of another algorithm', { 'content-digest': 'sha-512=:AAAA:' }, 'digest_wrong'],
    ['with a malformed digest', { 'content-digest': 'sha-256=abc' }, 'digest_wrong'],
    [
      'with two digests',
      { 'content-digest': `${computeContentDigest(Buffer.from(BODY))}, md5=:AAAA:` },
      'digest_wrong',
    ],
    ['with a signature of the wrong length', { signature: 'sig=:AAAA:' }, 'signature_malformed'],
    ['with a signature under another label', { signature: `other=:${'A'.repeat(86)}==:` }, 'signature_malformed'],
    ['with an unreadable signature', { signature: 'sig=("@method' }, 'signature_malformed'],
    ['with an empty signature', { signature: '' }, 'signature_malformed'],
    ['with a random signature', { signature: `sig=:${'A'.repeat(86)}==:` }, 'signature_wrong'],
  ])('%s is refused', (_what, change, verdict) => {
    expect(verdictOn(requestWith({ ...signed(), ...change }))).toBe(verdict);
  });

  test('with a second signature is refused, also in a separate header line', () => {
    const first = signed();
    const second = signed({ label: 'other' });
    const joinHeaders = (name: string) => `${first[name]}, ${second[name]}`;
    const joined = { 'signature-input': joinHeaders('signature-input'), signature: joinHeaders('signature') };
    expect(verdictOn(requestWith({ ...first, ...joined }))).toBe('signature_several');
    expect(verdictOn(requestWith({ ...first, 'signature-input': joinHeaders('signature-input') }))).toBe(
      'signature_several',
    );
    const twice = { ...first, 'signature-input': `${first['signature-input']}, ${first['signature-input']}` };
    expect(verdictOn(requestWith(twice))).toBe('signature_malformed');
    const lines = { ...first, signature: [first['signature'] ?? '', second['signature'] ?? ''] };
    expect(verdictOn(requestWith(lines))).toBe('signature_several');
  });

  test.each([
    [['@target-uri', 'content-digest']],
    [['@method', 'content-digest']],
    [['@method', '@target-uri']],
    [['@method', '@authority', '@path', 'content-digest']],
    [['@method', '@target-uri', 'content-digest', 'date']],
    [[]],
  ])('whose signature covers %j is refused', (components) => {
    expect(verdictOn(requestWith(signed({ components })))).toBe('signature_uncovered');
  });

  test('whose signature covers a component twice or with a parameter is refused', () => {
    const components = ['@method', '@target-uri', 'content-digest', '@method'];
    expect(verdictOn(requestWith(signed({ components })))).toBe('signature_malformed');
    const headers = signed();
    const input = (headers['signature-input'] ?? '').replace('"@method"', '"@method";req');
    expect(verdictOn(requestWith({ ...headers, 'signature-input': input }))).toBe('signature_malformed');
  });

  test('whose signature covers the authorization is bound to it', () => {
    const headers = signed({ components: ['@method', '@target-uri', 'content-digest', 'authorization'] });
    expect(verdictOn(requestWith(headers))).toBe('ok');
    expect(verdictOn(requestWith({ ...headers, authorization: 'Bearer slk_y' }))).toBe('signature_wrong');
    expect(verdictOn(requestWith({ ...headers, authorization: undefined }))).toBe('signature_wrong');
  });

  test.each([
    ['no `created`', { created: undefined }, 'signature_parameter'],
    ['no `expires`', { expires: undefined }, 'signature_parameter'],
    ['no `nonce`', { nonce: undefined }, 'signature_parameter'],
    ['no `keyid`', { keyid: undefined }, 'signature_parameter'],
    ['no `alg`', { alg: undefined }, 'signature_parameter'],
    ['a short nonce', { nonce: 'short' }, 'signature_parameter'],
    ['a long nonce', { nonce: 'x'.repeat(129) }, 'signature_parameter'],
    ['another algorithm', { alg: 'hmac-sha256' }, 'signature_parameter'],
    ['an unknown parameter', { tag: 'x' }, 'signature_parameter'],
    ['a lifetime that is too long', { expires: SECONDS + 301 }, 'signature_parameter'],
    ['an expiry before its creation', { expires: SECONDS - 1 }, 'signature_parameter'],
    ['a fractional time', { created: SECONDS + 0.5 }, 'signature_parameter'],
    ['a future creation', { created: SECONDS + 31, expires: SECONDS + 60 }, 'signature_early'],
    ['a past expiry', { created: SECONDS - 120, expires: SECONDS - 60 }, 'signature_expired'],
    ['another key id', { keyid: 'ANOTHERKEYID' }, 'signature_key'],
    ['a time of a clock slightly ahead', { created: SECONDS + 30, expires: SECONDS + 330 }, 'ok'],
  ])('whose signature has %s is judged by that', (_what, parameters, verdict) => {
    expect(verdictOn(requestWith(signed({ parameters })))).toBe(verdict);
  });

  test('signed by another key under this id is refused', () => {
    const other = generateKeyPairSync('ed25519').privateKey;
    expect(verdictOn(requestWith(signed({}, other)))).toBe('signature_wrong');
  });

  test('with any one character of the signature changed is refused', () => {
    const headers = signed();
    const signature = headers['signature'] ?? '';
    for (let place = 'sig=:'.length; place < signature.length - 3; place++) {
      const changed = `${signature.slice(0, place)}${signature[place] === 'A' ? 'B' : 'A'}${signature.slice(place + 1)}`;
      expect(verdictOn(requestWith({ ...headers, signature: changed }))).toMatch(/^signature_(wrong|malformed)$/);
    }
  });

  test('whose parameters are rewritten after signing is refused', () => {
    const headers = signed();
    for (const [from, to] of [
      [' "@target-uri"', '  "@target-uri"'],
      [';created', '; created'],
      [';alg="ed25519"', ';alg=ed25519'],
      ['sig=(', 'sig= ('],
    ] as const) {
      const input = (headers['signature-input'] ?? '').replace(from, to);
      expect(verdictOn(requestWith({ ...headers, 'signature-input': input })), to).toMatch(/^signature_/);
    }
  });
});
