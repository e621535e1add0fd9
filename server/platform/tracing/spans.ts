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

export type SpanPlan = {
  readonly name: string;
  readonly kind?: SpanKind;
  /** Never a secret, and nothing about a person. */
  readonly attributes?: Attributes;
  /** The present span's, unless told otherwise. */
  readonly parent?: Context;
  readonly links?: readonly Link[];
  /** What to tell of an error that is a refusal and no fault; undefined for a fault. */
  readonly refusal?: (error: unknown) => Attributes | undefined;
};

/** Without a started SDK a span is empty and costs next to nothing. */
export function startSpan({ name, kind = SpanKind.INTERNAL, attributes = {}, parent, links = [] }: SpanPlan): Span {
  return trace
    .getTracer('slipway')
    .startSpan(name, { kind, attributes, links: [...links] }, parent ?? context.active());
}

/** Does the work inside a span of its own: what is started meanwhile is its child. What the work throws is its fault. */
export function inSpan<Value>(plan: SpanPlan, work: (span: Span) => Promise<Value>): Promise<Value> {
  const span = startSpan(plan);
  // Where nobody records there is nothing to be a child of.
  return isSpanContextValid(span.spanContext()) ? inRecorded(span, plan, work) : work(span);
}

async function inRecorded<Value>(span: Span, plan: SpanPlan, work: (span: Span) => Promise<Value>): Promise<Value> {
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

/** The kind of an error alone: its message may quote anything. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.constructor.name : typeof error);
}

/** How a call to the outside ended: a refusal is an answer like another, silence and a lost answer are faults. */
const FAULTS: ReadonlySet<string> = new Set(['unavailable', 'unknown', 'failed']);

export function tellOutcome(span: Span, outcome: string, refusal: string | null): void {
  span.setAttribute('slipway.outcome', outcome);
  if (refusal !== null) span.setAttribute('slipway.refusal', refusal);
  if (FAULTS.has(outcome)) span.setStatus({ code: SpanStatusCode.ERROR });
}
