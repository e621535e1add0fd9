import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { askAgain, queryClient } from './queryClient.ts';

test('what changes while the first answer is on its way is asked for again', async () => {
  const answers: ((status: string) => void)[] = [];
  const asked = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey: ['request', { id: 1 }], queryFn: asked });
  const leave = observer.subscribe(() => undefined);
  const again = askAgain({ predicate: ({ queryKey }) => queryKey[0] === 'request' });
  answers[0]?.('approved');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('done');
  await again;
  expect(observer.getCurrentResult().data).toBe('done');
  leave();
});

test('and what has come before is asked for once', async () => {
  let times = 0;
  const observer = new QueryObserver(queryClient, { queryKey: ['orders'], queryFn: async () => (times += 1) });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => times).toBe(1);
  await askAgain({ queryKey: ['orders'] });
  expect(times).toBe(2);
  leave();
});
