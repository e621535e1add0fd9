import { type Span, SpanKind, trace } from '@opentelemetry/api';
import { failSpan, startSpan, tellOutcome } from './spans.ts';

/** Whose adapter it is, and of which family: `stripe`, `card`. */
export type VendorLabels = { readonly vendor: string; readonly family: string };

type Method = (...given: unknown[]) => unknown;

/**
 * The same adapter, with a span for each call to its vendor that is made for something traced; rounds that only keep prices
 * fresh make none. A method that answers at once computes, it does not call.
 */
export function traced<Adapter extends object>(adapter: Adapter, labels: VendorLabels): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(value as Method, target, given);
        return answer instanceof Promise && trace.getActiveSpan() ? spanned(answer, name, labels) : answer;
      };
    },
  });
}

async function spanned(answer: Promise<unknown>, method: string, { vendor, family }: VendorLabels): Promise<unknown> {
  const span = startSpan({
    name: `${family}.${method}`,
    kind: SpanKind.CLIENT,
    attributes: { 'slipway.vendor': vendor, 'slipway.family': family, 'peer.service': vendor },
  });
  try {
    const value = await answer;
    tellAnswer(span, value);
    return value;
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** An outcome says how it went; whatever else a call answers has come, so it went well. */
function tellAnswer(span: Span, value: unknown): void {
  if (typeof value !== 'object' || value === null || !('kind' in value) || typeof value.kind !== 'string') return;
  const refusal = value.kind === 'refused' && 'reason' in value ? String(value.reason) : null;
  tellOutcome(span, value.kind, refusal);
}
