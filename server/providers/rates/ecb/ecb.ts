import { ok } from '../../outcome.ts';
import { fetchText, unavailable } from '../fetchText.ts';
import type { RatesSource } from '../ratesPort.ts';
import type { EcbConfig } from './manifest.ts';
import { readDailyFile } from './readDailyFile.ts';
import { findLastTargetDay } from './targetDays.ts';

/**
 * Counted from midnight UTC of the file's day: it is published at 16:00 in Frankfurt, and a late one is due by 08:00 UTC of
 * the next morning.
 */
const DUE_AFTER_MS = 32 * 3_600_000;

/**
 * Creates the source of the European Central Bank's reference rates: once every business day, as of 14:00 UTC, against
 * the euro.
 */
export function createEcbRates(config: EcbConfig): RatesSource {
  return {
    id: 'ecb',
    kind: 'daily',
    // Rejects a file of a future day, and one before the last day whose file is due.
    isCurrent: (asOf, at) =>
      asOf.toISOString().slice(0, 10) <= at.toISOString().slice(0, 10) &&
      asOf >= findLastTargetDay(new Date(at.getTime() - DUE_AFTER_MS)),
    async getRates() {
      const file = await fetchText(new URL(config.fileUrl));
      if (file.kind !== 'ok') return file;
      try {
        return ok({ source: 'ecb', ...readDailyFile(file.value) });
      } catch (error) {
        return unavailable(`not the daily file: ${error instanceof Error ? error.message.slice(0, 300) : ''}`);
      }
    },
  };
}
