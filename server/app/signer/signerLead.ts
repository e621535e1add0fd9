import { openDatabase } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { randomToken } from '../../platform/secrets.ts';
import { VERSION } from '../../platform/version.ts';
import { endLease, readLease, renewLease, takeLease } from '../../signer/lead/leaseStore.ts';
import { createSignerLead } from '../../signer/lead/signerLead.ts';
import type { SignerReport } from '../../signer/lead/signerReport.ts';
import { listSignerReports, saveSignerReport } from '../../signer/lead/signerReportStore.ts';
import { writeDurableFile } from '../../signer/record/durableFile.ts';
import type { FollowedRecord } from '../../signer/record/takeOver.ts';
import type { SignerEnvironment } from '../../signer/signerEnvironment.ts';
import { createStatusWriter } from '../../signer/status/statusWriter.ts';
import { readStopFile } from '../../signer/stops/stopReasons.ts';

export type SignerLeadOptions = {
  readonly environment: SignerEnvironment;
  readonly log: Log;
  readonly records: readonly [forms: FollowedRecord, releases: FollowedRecord];
  readonly stopFile: string;
  readonly startedAt: Date;
  readonly faults: () => readonly string[];
  /** Returns why the last round failed, such as a record that is not what was signed; undefined if it did not. */
  readonly roundFault: () => string | undefined;
  /** Returns true while this process holds the lock of its name. */
  readonly isLocked: () => boolean;
  readonly onActive: () => Promise<void>;
  readonly onPassive: () => void;
};

const SECOND_MS = 1_000;
/** Divisor of the lease: a statement about the lease fails after a third of it, since the database may be silent. */
const SHARE_OF_LEASE = 3;

/** Opens the part of a signer that makes it active or passive, and that reports its state. */
export function openSignerLead(options: SignerLeadOptions) {
  const { environment, log, records, stopFile, startedAt, faults, roundFault, isLocked, onActive, onPassive } = options;
  const { SIGNER_NAME: signer, SIGNER_LEASE_SECONDS, DATABASE_URL } = environment;
  const leaseMs = SIGNER_LEASE_SECONDS * SECOND_MS;
  const self = { signer, instance: randomToken() };
  // Separate from the signer's other connections, which may all wait.
  const database = openDatabase(DATABASE_URL, {
    maxConnections: 1,
    connectTimeoutMs: leaseMs / SHARE_OF_LEASE,
    statementTimeoutMs: leaseMs / SHARE_OF_LEASE,
  });
  const lead = createSignerLead({
    self,
    leaseMs,
    lease: {
      isHeld: async () => (await readLease(database))?.isHeld ?? false,
      take: () => takeLease(database, self, leaseMs),
      renew: () => renewLease(database, self, leaseMs),
      end: () => endLease(database, self),
    },
    records,
    faults,
    prepare: adoptStopFile,
    onActive,
    onPassive,
    log,
    now: () => new Date(),
  });
  const isActive = () => isLocked() && lead.isActive();

  /** Writes a stop file if a person stopped the former signer by its stop file: that stop applies to this signer too. */
  async function adoptStopFile(): Promise<void> {
    const former = records[0].lead()?.signer;
    if (former === undefined || former === signer) return;
    const found = (await listSignerReports(database)).find((report) => report.signer === former);
    const why = found?.report?.stopFile ?? null;
    if (why === null || (await readStopFile(stopFile))) return;
    await writeDurableFile(stopFile, `signer ${former} was stopped by a file: ${why}\n`);
    log.warn({ signer: former, why }, 'the former signer was stopped by a file: this one is stopped too');
  }

  async function describe(): Promise<SignerReport> {
    const [forms, releases] = records;
    return {
      state: isActive() ? 'active' : 'passive',
      version: VERSION,
      startedAt: startedAt.toISOString(),
      forms: forms.size(),
      releases: releases.size(),
      stopFile: (await readStopFile(stopFile))?.why ?? null,
      faults: [...faults(), roundFault()].filter((fault) => fault !== undefined),
    };
  }

  return {
    isActive,
    round: lead.round,
    report: createStatusWriter({
      buildReport: describe,
      write: (report) => saveSignerReport(database, signer, report),
      now: () => new Date(),
    }),
    async stop() {
      await lead.resign();
      await database.close();
    },
  };
}
