import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyDraft } from './draft.ts';
import { orderSubmission } from './orderSubmission.ts';
import { rememberRefererOrder } from './refererOrder.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  vi.stubGlobal('sessionStorage', store);
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => vi.unstubAllGlobals());

test('an earlier order of the link goes along with the order', () => {
  expect(orderSubmission(emptyDraft)).not.toHaveProperty('referer_order');
  rememberRefererOrder('?referer_order=%202ZZC583FAYCFDQL3PDM2');
  expect(orderSubmission(emptyDraft)).toMatchObject({ referer_order: '2ZZC583FAYCFDQL3PDM2' });
  // A page without it forgets nothing.
  rememberRefererOrder('?partnerId=shop');
  expect(orderSubmission(emptyDraft)).toMatchObject({ referer_order: '2ZZC583FAYCFDQL3PDM2' });
});

test('what the server would refuse is no order', () => {
  rememberRefererOrder(`?referer_order=${'x'.repeat(65)}`);
  expect(orderSubmission(emptyDraft)).not.toHaveProperty('referer_order');
});
