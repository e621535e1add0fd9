import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { recordSpans } from './recordedSpans.testing.ts';
import { runInSpan } from './spans.ts';
import { traceAdapter } from './traceAdapter.ts';

const spans = recordSpans();
beforeEach(() => spans.forget());
afterAll(() => spans.stop());

class Refusal extends Error {}

const adapter = {
  id: 'acme',
  traits: { minimumTip: 1n },
  double: (count: number) => 2 * count,
  fails(): number {
    throw new Refusal('at once');
  },
  get: async (answer: unknown) => answer,
  lose: async (): Promise<void> => {
    throw new Refusal('sk_live_hidden of anna@example.com');
  },
};
const watched = traceAdapter(adapter, { family: 'card', vendor: 'acme' });

/** Returns the span of one call within a trace. */
async function recordSpan(call: () => Promise<unknown>) {
  await runInSpan({ name: 'work' }, async () => call().catch(() => undefined));
  const [span, parent, ...others] = spans.ended();
  expect(others).toEqual([]);
  expect(span?.parentSpanContext?.spanId).toBe(parent?.spanContext().spanId);
  return span;
}

describe('a call to a vendor', () => {
  test.each([
    [{ kind: 'ok', value: 1 }, { 'slipway.outcome': 'ok' }, SpanStatusCode.UNSET],
    [{ kind: 'pending' }, { 'slipway.outcome': 'pending' }, SpanStatusCode.UNSET],
    [
      { kind: 'refused', reason: 'declined', detail: 'of anna@example.com' },
      { 'slipway.outcome': 'refused', 'slipway.refusal': 'declined' },
      SpanStatusCode.UNSET,
    ],
    [{ kind: 'unavailable', detail: 'away' }, { 'slipway.outcome': 'unavailable' }, SpanStatusCode.ERROR],
    [{ kind: 'unknown', detail: 'lost' }, { 'slipway.outcome': 'unknown' }, SpanStatusCode.ERROR],
    [undefined, {}, SpanStatusCode.UNSET],
  ] as const)('has a span with the outcome of %j', async (answer, attributes, code) => {
    const span = await recordSpan(() => watched.get(answer));
    expect(span).toMatchObject({ name: 'card.get', kind: SpanKind.CLIENT, status: { code } });
    expect(span?.attributes).toEqual({
      'slipway.vendor': 'acme',
      'slipway.family': 'card',
      'peer.service': 'acme',
      ...attributes,
    });
  });

  test('has an error span with only the type of a thrown error', async () => {
    const span = await recordSpan(() => watched.lose());
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span?.attributes['error.type']).toBe('Refusal');
    expect(JSON.stringify([span?.attributes, span?.events])).not.toMatch(/sk_live|anna/);
  });

  test('returns and throws as without tracing', async () => {
    await runInSpan({ name: 'work' }, async () => {
      await expect(watched.get({ kind: 'ok' })).resolves.toEqual({ kind: 'ok' });
      await expect(watched.lose()).rejects.toThrow(Refusal);
    });
  });
});

test('traces neither synchronous methods nor calls outside of a span', async () => {
  await watched.get(1);
  expect(spans.ended()).toEqual([]);
  await runInSpan({ name: 'work' }, async () => {
    expect(watched.double(2)).toBe(4);
    expect(() => watched.fails()).toThrow(Refusal);
    expect(watched.traits.minimumTip).toBe(1n);
  });
  expect(spans.ended().map(({ name }) => name)).toEqual(['work']);
});
