import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFaults } from '../world/faults.ts';
import { decryptPush } from './decryptPush.ts';
import { type PushStandIn, startPush } from './start.ts';

let push: PushStandIn;

beforeAll(async () => {
  push = await startPush({ faults: createFaults() }, 0);
});

afterAll(() => push.stop());

test('decrypts the example of RFC 8291', () => {
  const own = createECDH('prime256v1');
  own.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  const body = [
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz',
    'AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ].join('');
  expect(decryptPush(Buffer.from(body, 'base64url'), { own, auth })).toBe('When I grow up, I want to be a watermelon');
});

test('refuses a push from an unknown sender or without a time to live', async () => {
  const { endpoint } = push.subscribe('a key');
  const post = async (headers: Record<string, string>) =>
    (await fetch(endpoint, { method: 'POST', body: Buffer.alloc(100), headers })).status;
  const binary = { 'content-type': 'application/octet-stream' };
  expect(await post(binary)).toBe(400);
  expect(await post({ ...binary, ttl: '60' })).toBe(415);
  expect(await post({ ...binary, ttl: '60', 'content-encoding': 'aes128gcm' })).toBe(403);
});
