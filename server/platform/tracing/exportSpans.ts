import { setTimeout as sleep } from 'node:timers/promises';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  BatchSpanProcessor,
  type NodeTracerConfig,
  NodeTracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import type { Log } from '../log/log.ts';
import type { RunningTracing } from './startTracing.ts';

/** A collector that is away must not keep a server from stopping. */
const PATIENCE_MS = 2_000;

/** The SDK's `ExportResultCode.SUCCESS`, which none of its packages that are used here exports. */
const EXPORTED = 0;

type Resource = NonNullable<NodeTracerConfig['resource']>;

/** Registers the SDK for the whole process. Sampler, limits, endpoint and headers are its own variables, read by itself. */
export function exportSpans(serviceName: string, log: Log): RunningTracing {
  const provider = new NodeTracerProvider({
    resource: resourceOf(serviceName),
    spanProcessors: [new BatchSpanProcessor(reporting(new OTLPTraceExporter(), log))],
  });
  provider.register();
  return {
    stop: () =>
      Promise.race([provider.shutdown().catch(() => undefined), sleep(PATIENCE_MS, undefined, { ref: false })]),
  };
}

/** The name under which a collector shows the spans. */
function resourceOf(serviceName: string): Resource {
  const attributes = { 'service.name': serviceName };
  const resource: Resource = {
    attributes,
    getRawAttributes: () => Object.entries(attributes),
    merge: () => resource,
  };
  return resource;
}

/** A collector that is away costs spans and nothing else: it is told of, once each time that it goes. */
function reporting(exporter: SpanExporter, log: Log): SpanExporter {
  let away = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const code: number = result.code;
        const failed = code !== EXPORTED;
        if (failed && !away) log.warn({ error: result.error, spans: spans.length }, 'spans could not be sent');
        away = failed;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
