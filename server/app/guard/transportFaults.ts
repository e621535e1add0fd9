import type { EnvironmentSource } from '../../providers/vendor.ts';
import { whyUnsafe } from './reachedSafely.ts';

/** Options of Node that let it speak older versions of TLS, choose other ciphers, or be looked into from outside. */
const LOOSE_OPTIONS = /--(?:tls-(?:min|max)-v1\.[01]|tls-cipher-list|inspect(?:-\w+)*|openssl-legacy-provider)\b/;

const COLLECTOR = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;

/**
 * What would let somebody on the way read or change what a process sends, whatever its own variables say: one line each. Node
 * itself and OpenTelemetry read these variables.
 */
export function transportFaults(source: EnvironmentSource): string[] {
  const loose = LOOSE_OPTIONS.exec(source['NODE_OPTIONS'] ?? '')?.[0];
  return [
    ...(source['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
      ? [
          'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: anybody on the way could be any vendor; name your own authority in NODE_EXTRA_CA_CERTS',
        ]
      : []),
    ...(loose === undefined ? [] : [`NODE_OPTIONS must not have ${loose}: it weakens TLS or opens the process`]),
    ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'CLERK_DATABASE_URL', ...COLLECTOR].flatMap((name) =>
      addressFault(name, source[name]),
    ),
  ];
}

function addressFault(name: string, address: string | undefined): string[] {
  if (address === undefined || address === '' || !URL.canParse(address)) return [];
  const why = whyUnsafe(address);
  return why === undefined ? [] : [`${name} ${why}`];
}
