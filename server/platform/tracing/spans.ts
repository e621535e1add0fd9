import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export type SpanOptions = {
  readonly name: string;
  readonly kind?: SpanKind;
  /** Must not contain secrets or personal data. */
  readonly attributes?: Attributes;
  /** The current span's context by default. */
  readonly parent?: Context;
  readonly links?: readonly Link[];
  /** Returns attributes for an error that is a refusal; undefined for a fault. */
  readonly refusal?: (error: unknown) => Attributes | undefined;
};

/** Starts a span. Without a started SDK it is empty and costs almost nothing. */
export function startSpan({ name, kind = SpanKind.INTERNAL, attributes = {}, parent, links = [] }: SpanOptions): Span {
  return trace
    .getTracer('slipway')
    .startSpan(name, { kind, attributes, links: [...links] }, parent ?? context.active());
}

/** Runs the work in a new span: spans started meanwhile are its children. An error of the work marks it as failed. */
export function runInSpan<Value>(plan: SpanOptions, work: (span: Span) => Promise<Value>): Promise<Value> {
  const span = startSpan(plan);
  // Without a recorder there is no span to be a parent.
  return isSpanContextValid(span.spanContext()) ? runInRecordedSpan(span, plan, work) : work(span);
}

async function runInRecordedSpan<Value>(
  span: Span,
  plan: SpanOptions,
  work: (span: Span) => Promise<Value>,
): Promise<Value> {
  try {
    return await context.with(trace.setSpan(plan.parent ?? context.active(), span), () => work(span));
  } catch (error) {
    const refused = plan.refusal?.(error);
    if (refused) span.setAttributes(refused);
    else failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed, with the error's type only: its message may contain anything. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.constructor.name : typeof error);
}

/** Outcomes of external calls that are faults: a refusal is a normal answer; no answer or a lost one is a fault. */
const FAULTS: ReadonlySet<string> = new Set(['unavailable', 'unknown', 'failed']);

export function setSpanOutcome(span: Span, outcome: string, refusal: string | null): void {
  span.setAttribute('slipway.outcome', outcome);
  if (refusal !== null) span.setAttribute('slipway.refusal', refusal);
  if (FAULTS.has(outcome)) span.setStatus({ code: SpanStatusCode.ERROR });
}
