import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryClient, refetchShownData } from './queryClient.ts';

test('refetches data that changes while its first request is pending', async () => {
  const answers: ((status: string) => void)[] = [];
  const fetchStatus = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey: ['request', { id: 1 }], queryFn: fetchStatus });
  const leave = observer.subscribe(() => undefined);
  const again = refetchShownData({ predicate: ({ queryKey }) => queryKey[0] === 'request' });
  answers[0]?.('approved');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('done');
  await again;
  expect(observer.getCurrentResult().data).toBe('done');
  leave();
});

test('refetches loaded data once', async () => {
  let times = 0;
  const observer = new QueryObserver(queryClient, { queryKey: ['orders'], queryFn: async () => (times += 1) });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => times).toBe(1);
  await refetchShownData({ queryKey: ['orders'] });
  expect(times).toBe(2);
  leave();
});

test('completes a request although changes arrive faster than responses', async () => {
  const answers: (() => void)[] = [];
  let status = 'on hold';
  const fetchStatus = () =>
    new Promise<string>((resolve) => {
      const statusAtRequest = status;
      answers.push(() => resolve(statusAtRequest));
    });
  const observer = new QueryObserver(queryClient, { queryKey: ['order'], queryFn: fetchStatus });
  const leave = observer.subscribe(() => undefined);
  answers[0]?.();
  await expect.poll(() => observer.getCurrentResult().data).toBe('on hold');

  const first = refetchShownData({ queryKey: ['order'] });
  await expect.poll(() => answers.length).toBe(2);
  status = 'delivered';
  const later = [refetchShownData({ queryKey: ['order'] }), refetchShownData({ queryKey: ['order'] })];
  // The second request was sent before the change; its response is not discarded.
  answers[1]?.();
  await first;
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.();
  await Promise.all(later);
  expect(observer.getCurrentResult().data).toBe('delivered');
  expect(answers.length).toBe(3);
  leave();
});
