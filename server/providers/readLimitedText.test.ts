import { expect, test } from 'vitest';
import { readLimitedText } from './readLimitedText.ts';

const createAnswer = (next: (count: number) => string | undefined) => {
  let count = 0;
  const cancelled: unknown[] = [];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = next(count++);
      if (chunk === undefined) controller.close();
      else controller.enqueue(Buffer.from(chunk));
    },
    cancel: () => void cancelled.push(count),
  });
  return { answer: new Response(body), cancelled };
};

test('returns an answer of at most the limit', async () => {
  const { answer } = createAnswer((count) => ['für ', '1,50 €'][count]);
  expect(await readLimitedText(answer, 14)).toBe('für 1,50 €');
  expect(await readLimitedText(new Response(null), 1)).toBe('');
});

test('stops reading an endless answer at the limit', async () => {
  const { answer, cancelled } = createAnswer(() => 'a'.repeat(100));
  expect(await readLimitedText(answer, 1_000)).toBeUndefined();
  expect(cancelled).toHaveLength(1);
});
