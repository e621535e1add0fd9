import type { Queryable } from '../../platform/database/database.ts';
import { type ProviderRecord, readRecords } from './providerRecordStore.ts';

/** What became of every provider's last orders, by provider. */
export type ProviderRecords = () => Promise<ReadonlyMap<string, ProviderRecord>>;

const READ_EVERY_MS = 60_000;

/** Read once a minute by a process: the figures change slowly, and offers are asked for often. */
export function openProviderRecords(database: Queryable): ProviderRecords {
  let reading: ReturnType<ProviderRecords> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (!reading || performance.now() - readAt >= READ_EVERY_MS) {
      readAt = performance.now();
      reading = readRecords(database).catch((error: unknown) => {
        reading = undefined;
        throw error;
      });
    }
    return reading;
  };
}
