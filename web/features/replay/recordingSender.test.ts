import { addReplay } from '@slipway/contract/calls/tracking/addReplay.ts';
import { MAX_RECORDING_PART_LENGTH, MAX_RECORDING_PARTS } from '@slipway/contract/recordingLimits.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRecordingSender, type SendResult, takeFirstPart } from './recordingSender.ts';

const RECORDING = '3f0c5a52-6d0e-4b53-9a52-0d2f6f1f4c11';

type Part = Parameters<NonNullable<Parameters<typeof createRecordingSender>[2]>>[0];

let leaveListeners: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  leaveListeners = [];
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => leaveListeners.push(listener));
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startSender(answer: (part: Part) => SendResult = () => 'kept') {
  const sent: Part[] = [];
  const ended = vi.fn();
  const sender = createRecordingSender(RECORDING, ended, async (part) => {
    sent.push(part);
    return answer(part);
  });
  return { sent, ended, sender, text: () => sent.map(({ events }) => events).join('') };
}

test('splits a long event into consecutive parts that the call accepts', async () => {
  const { sent, sender, text } = startSender();
  const event = { type: 2, page: '页"\u{1f600}'.repeat(20_000) };
  sender.add(event);
  sender.add({ type: 3 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent.length).toBeGreaterThan(4);
  expect(sent.map(({ sequence }) => sequence)).toEqual(sent.map((_, index) => index + 1));
  for (const part of sent) {
    expect(addReplay.request.safeParse(part).success).toBe(true);
    expect(part.events.isWellFormed()).toBe(true);
  }
  expect(
    text()
      .split('\n')
      .slice(0, 2)
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([event, { type: 3 }]);
});

test('sends a part again unchanged if no response arrives', async () => {
  let tries = 0;
  const { sent, sender, ended } = startSender(() => (++tries === 1 ? 'again' : 'kept'));
  sender.add({ type: 3 });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(ended).not.toHaveBeenCalled();
});

test('ends the recording on a refusal and sends nothing more', async () => {
  const { sent, sender, ended } = startSender(() => 'refused');
  sender.add({ type: 3 });
  await vi.advanceTimersByTimeAsync(2_000);
  sender.add({ type: 3 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toHaveLength(1);
  expect(ended).toHaveBeenCalledOnce();
});

test('sends everything recorded when stopped, also while a part is being sent', async () => {
  let answer: (sent: SendResult) => void = () => undefined;
  const sent: Part[] = [];
  const sender = createRecordingSender(
    RECORDING,
    () => undefined,
    (part) => {
      sent.push(part);
      return sent.length > 1
        ? Promise.resolve('kept')
        : new Promise((resolve) => {
            answer = resolve;
          });
    },
  );
  sender.add({ a: 1 });
  await vi.advanceTimersByTimeAsync(2_000);
  sender.add({ b: 2 });
  sender.stop();
  answer('kept');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.map(({ events }) => events)).toEqual(['{"a":1}\n', '{"b":2}\n']);
});

test('sends one part when the page is left', () => {
  const { sent, sender } = startSender();
  for (const leave of leaveListeners) leave();
  expect(sent).toEqual([]);
  sender.add({ a: 1 });
  for (const leave of leaveListeners) leave();
  expect(sent).toEqual([{ recording: RECORDING, sequence: 1, events: '{"a":1}\n' }]);
});

test('ends the recording if too much is pending without a response', async () => {
  const { sender, ended } = startSender(() => 'again');
  for (let count = 0; count < 30; count += 1) sender.add({ page: 'x'.repeat(100_000) });
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
});

test('ends the recording when it has the maximum number of parts', async () => {
  const { sent, sender, ended } = startSender();
  const event = { page: 'x'.repeat(MAX_RECORDING_PART_LENGTH * 50) };
  for (let round = 0; round < 21; round += 1) {
    sender.add(event);
    await vi.advanceTimersByTimeAsync(2_000);
  }
  expect(ended).toHaveBeenCalledOnce();
  expect(sent.at(-1)?.sequence).toBe(MAX_RECORDING_PARTS - 1);
});

test('does not cut a part in the middle of a character', () => {
  const text = `${'x'.repeat(MAX_RECORDING_PART_LENGTH - 1)}\u{1f600}`;
  expect(takeFirstPart(text)).toHaveLength(MAX_RECORDING_PART_LENGTH - 1);
  expect(takeFirstPart('short')).toBe('short');
});
