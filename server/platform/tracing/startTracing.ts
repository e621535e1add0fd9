import type { Log } from '../log/log.ts';

export type RunningTracing = {
  /** Sends pending spans. */
  stop(): Promise<void>;
};

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Sends spans to a collector if OpenTelemetry's own variables name one
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). The SDK is loaded only then.
 */
export async function startTracing(environment: Variables, log: Log): Promise<RunningTracing | undefined> {
  if (!hasCollector(environment)) return undefined;
  // The SDK reads its variables from process.env, but the headers may have been read from a secret file.
  const headers = environment['OTEL_EXPORTER_OTLP_HEADERS'];
  if (headers) process.env['OTEL_EXPORTER_OTLP_HEADERS'] = headers;
  const { exportSpans } = await import('./exportSpans.ts');
  return exportSpans(environment['OTEL_SERVICE_NAME'] || 'slipway', log);
}

function hasCollector(environment: Variables): boolean {
  const endpoint = environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || environment['OTEL_EXPORTER_OTLP_ENDPOINT'];
  return !!endpoint && environment['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true';
}
