import { expect, test } from 'vitest';
import { createStreamSlots } from './streamSlots.ts';

const takeOrUndefined = async (slots: ReturnType<typeof createStreamSlots>, address: string) => {
  try {
    return await slots.take(address);
  } catch (error) {
    expect(error).toMatchObject({ key: 'too_many_requests', facts: { seconds: 30 } });
    return undefined;
  }
};

test('limits each client, and counts an IPv6 client by its /64 network', async () => {
  const slots = createStreamSlots({ mostOfClient: 2, mostOfAll: 10 });
  expect(await takeOrUndefined(slots, '2001:db8::1')).toBeDefined();
  const second = await takeOrUndefined(slots, '2001:db8::2');
  expect(await takeOrUndefined(slots, '2001:db8::3')).toBeUndefined();
  expect(await takeOrUndefined(slots, '2001:db8:0:1::3')).toBeDefined();
  second?.();
  second?.();
  expect(await takeOrUndefined(slots, '2001:db8::3')).toBeDefined();
  expect(await takeOrUndefined(slots, '2001:db8::4')).toBeUndefined();
});

test('limits all clients together', async () => {
  const slots = createStreamSlots({ mostOfClient: 2, mostOfAll: 3 });
  const places = await Promise.all([1, 2, 3].map((host) => takeOrUndefined(slots, `203.0.113.${host}`)));
  expect(await takeOrUndefined(slots, '203.0.113.4')).toBeUndefined();
  places[0]?.();
  expect(await takeOrUndefined(slots, '203.0.113.4')).toBeDefined();
});
