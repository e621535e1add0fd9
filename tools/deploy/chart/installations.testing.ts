import { mergeWithDefaults, readValues } from './values.ts';

export const defaults = readValues('values.yaml');
export const smallest = mergeWithDefaults({
  publicUrl: 'https://buy.example.com',
  operatorRootKeys: 'anna=KEY,ben=KEY',
  console: { url: 'https://console.example.com' },
});
export const production = mergeWithDefaults(readValues('examples/production.yaml'));
export const everything = mergeWithDefaults(
  {
    bankFiles: { existingClaim: 'bank', receivedClaim: 'received' },
    serviceAccountName: 'slipway',
    nodeSelector: { zone: 'a' },
    tolerations: [{ key: 'only', operator: 'Equal', value: 'slipway', effect: 'NoSchedule' }],
    podAnnotations: { 'example.com/team': 'payments' },
    signer: { storage: { storageClassName: 'encrypted' } },
    serviceMonitor: { labels: { release: 'prometheus' } },
    prometheusRule: { labels: { release: 'prometheus' } },
    networkPolicy: {
      treasuryEgress: [{ to: [{ ipBlock: { cidr: '10.20.0.9/32' } }], ports: [{ port: 8545 }] }],
      apiEgress: [{ to: [{ podSelector: { matchLabels: { app: 'collector' } } }], ports: [{ port: 4318 }] }],
      consoleEgress: [{ to: [{ ipBlock: { cidr: '203.0.113.7/32' } }], ports: [{ port: 443 }] }],
    },
  },
  production,
);
export const installations = [
  ['the smallest', smallest],
  ['the example', production],
  ['one with everything', everything],
] as const;
