import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MIN_DAYS_LEFT = 14;
const CERTIFICATE_PATTERN = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Checks the age of the file that each successful backup writes or touches. */
export function backupProbe(marker: string, maximumAgeHours: number, now: () => number = Date.now): Probe {
  return {
    kind: 'backup_overdue',
    async check() {
      const { mtimeMs } = await stat(marker);
      const hours = (now() - mtimeMs) / HOUR_MS;
      return hours <= maximumAgeHours
        ? new Map()
        : new Map([[marker, `the newest backup is ${Math.floor(hours)} h old, the maximum is ${maximumAgeHours} h`]]);
    },
  };
}

/** Checks when the certificates in these PEM files expire, including their chains. */
export function certificateProbe(files: readonly string[], now: () => number = Date.now): Probe {
  return {
    kind: 'certificate_expiring',
    async check() {
      const faults = await Promise.all(
        files.map(
          async (file) =>
            [file, await findCertificateFault(file, now()).catch((error: Error) => error.message)] as const,
        ),
      );
      return new Map(
        faults.flatMap(([file, fault]): [string, string][] => (fault === undefined ? [] : [[file, fault]])),
      );
    },
  };
}

async function findCertificateFault(file: string, now: number): Promise<string | undefined> {
  const certificates = (await readFile(file, 'utf8')).match(CERTIFICATE_PATTERN) ?? [];
  if (certificates.length === 0) return 'there is no certificate in it';
  const ends = Math.min(...certificates.map((text) => Date.parse(new X509Certificate(text).validTo)));
  if (ends - now >= MIN_DAYS_LEFT * DAY_MS) return undefined;
  return `${ends < now ? 'it expired' : 'it expires'} at ${new Date(ends).toISOString()}`;
}
