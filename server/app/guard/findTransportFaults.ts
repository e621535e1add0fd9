import type { EnvironmentSource } from '../../providers/vendor.ts';
import { findTransportWeakness } from './transportWeakness.ts';

/** Node options that allow older TLS versions or other ciphers, or attach a debugger. */
const LOOSE_OPTIONS = /--(?:tls-(?:min|max)-v1\.[01]|tls-cipher-list|inspect(?:-\w+)*|openssl-legacy-provider)\b/;

const COLLECTOR = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;

/**
 * Returns settings that let an attacker on the network read or change the traffic, one line each. Node and OpenTelemetry read
 * these variables, independently of the product's own.
 */
export function findTransportFaults(source: EnvironmentSource): string[] {
  const looseOption = LOOSE_OPTIONS.exec(source['NODE_OPTIONS'] ?? '')?.[0];
  return [
    ...(source['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
      ? [
          'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: anyone on the network could impersonate a vendor; name your own authority in NODE_EXTRA_CA_CERTS',
        ]
      : []),
    ...(looseOption === undefined
      ? []
      : [`NODE_OPTIONS must not have ${looseOption}: it weakens TLS or opens the process`]),
    ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'CLERK_DATABASE_URL', ...COLLECTOR].flatMap((name) =>
      findAddressFault(name, source[name]),
    ),
  ];
}

function findAddressFault(name: string, address: string | undefined): string[] {
  if (address === undefined || address === '' || !URL.canParse(address)) return [];
  const why = findTransportWeakness(address);
  return why === undefined ? [] : [`${name} ${why}`];
}
