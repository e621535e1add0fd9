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

/** An unreachable collector must not keep a server from stopping. */
const STOP_TIMEOUT_MS = 2_000;

/** The SDK's `ExportResultCode.SUCCESS`, which none of the packages used here exports. */
const EXPORTED = 0;

type Resource = NonNullable<NodeTracerConfig['resource']>;

/** Registers the SDK for the whole process. It reads its own variables for sampler, limits, endpoint and headers. */
export function exportSpans(serviceName: string, log: Log): RunningTracing {
  const provider = new NodeTracerProvider({
    resource: createResource(serviceName),
    spanProcessors: [new BatchSpanProcessor(logExportFailures(new OTLPTraceExporter(), log))],
  });
  provider.register();
  return {
    stop: () =>
      Promise.race([provider.shutdown().catch(() => undefined), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]),
  };
}

/** Returns the service name under which a collector shows the spans. */
function createResource(serviceName: string): Resource {
  const attributes = { 'service.name': serviceName };
  const resource: Resource = {
    attributes,
    getRawAttributes: () => Object.entries(attributes),
    merge: () => resource,
  };
  return resource;
}

/** Wraps an exporter: an unreachable collector only loses spans, and each outage is logged once. */
function logExportFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let isUnreachable = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const code: number = result.code;
        const failed = code !== EXPORTED;
        if (failed && !isUnreachable) log.warn({ error: result.error, spans: spans.length }, 'spans could not be sent');
        isUnreachable = failed;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
