import { type Context, context, type Link, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';

/** A trace context that a job carries through the database: W3C's `traceparent`. */
export type CarriedTrace = { readonly traceparent?: string };

/** Returns the current trace context; empty without tracing. */
export function readCurrentTrace(): CarriedTrace {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}

/** Continues the carried trace. */
export function continueTrace(carried: CarriedTrace): { readonly parent: Context } {
  return { parent: propagation.extract(ROOT_CONTEXT, carried) };
}

/** Starts a new trace that links to the carried one. */
export function linkTrace(carried: CarriedTrace): { readonly parent: Context; readonly links: readonly Link[] } {
  const from = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, carried));
  return { parent: ROOT_CONTEXT, links: from ? [{ context: from }] : [] };
}
