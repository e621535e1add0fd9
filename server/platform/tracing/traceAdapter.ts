import { type Span, SpanKind, trace } from '@opentelemetry/api';
import { failSpan, setSpanOutcome, startSpan } from './spans.ts';

/** The adapter's vendor and family: `stripe`, `card`. */
export type VendorLabels = { readonly vendor: string; readonly family: string };

type Method = (...given: unknown[]) => unknown;

/**
 * Returns an adapter that creates a span for each vendor call within a trace; calls outside of one, such as price refreshes,
 * create none. A synchronous method computes and makes no call.
 */
export function traceAdapter<Adapter extends object>(adapter: Adapter, labels: VendorLabels): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(value as Method, target, given);
        return answer instanceof Promise && trace.getActiveSpan() ? traceAnswer(answer, name, labels) : answer;
      };
    },
  });
}

async function traceAnswer(
  answer: Promise<unknown>,
  method: string,
  { vendor, family }: VendorLabels,
): Promise<unknown> {
  const span = startSpan({
    name: `${family}.${method}`,
    kind: SpanKind.CLIENT,
    attributes: { 'slipway.vendor': vendor, 'slipway.family': family, 'peer.service': vendor },
  });
  try {
    const value = await answer;
    setAnswerOutcome(span, value);
    return value;
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Sets the outcome of an answer that has one; any other answer counts as successful. */
function setAnswerOutcome(span: Span, value: unknown): void {
  if (typeof value !== 'object' || value === null || !('kind' in value) || typeof value.kind !== 'string') return;
  const refusal = value.kind === 'refused' && 'reason' in value ? String(value.reason) : null;
  setSpanOutcome(span, value.kind, refusal);
}
