import { type Context, context, type Link, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';

/** A place in a trace as a job carries it through the database: W3C's `traceparent`. */
export type CarriedTrace = { readonly traceparent?: string };

/** The present place; nothing where nothing is traced. */
export function currentTrace(): CarriedTrace {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}

/** Goes on below the place that was carried. */
export function asChild(carried: CarriedTrace): { readonly parent: Context } {
  return { parent: propagation.extract(ROOT_CONTEXT, carried) };
}

/** A trace of its own that points to the place that was carried. */
export function asLinked(carried: CarriedTrace): { readonly parent: Context; readonly links: readonly Link[] } {
  const from = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, carried));
  return { parent: ROOT_CONTEXT, links: from ? [{ context: from }] : [] };
}
