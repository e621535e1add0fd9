import { context, propagation, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';

/** Registers the SDK for this test file; ended spans are kept in memory. */
export function recordSpans() {
  const exporter = new InMemorySpanExporter();
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  return {
    ended: (): readonly ReadableSpan[] => exporter.getFinishedSpans(),
    forget: () => exporter.reset(),
    stop() {
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
