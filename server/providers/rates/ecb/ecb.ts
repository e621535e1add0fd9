import { ok } from '../../outcome.ts';
import { fetchText, unavailable } from '../fetchText.ts';
import type { RatesSource } from '../ratesPort.ts';
import type { EcbConfig } from './manifest.ts';
import { readDailyFile } from './readDailyFile.ts';
import { lastTargetDay } from './targetDays.ts';

/** The file of a day is out at four in the afternoon in Frankfurt; one that is late is waited for until the next morning. */
const DUE_AFTER_MS = 32 * 3_600_000;

/** The European Central Bank's reference rates: once every business day, as of 14:00 UTC, against the euro. */
export function createEcbRates(config: EcbConfig): RatesSource {
  return {
    id: 'ecb',
    kind: 'daily',
    // No file of a day to come, and none before that of the last day whose file is due.
    isCurrent: (asOf, at) =>
      asOf.toISOString().slice(0, 10) <= at.toISOString().slice(0, 10) &&
      asOf >= lastTargetDay(new Date(at.getTime() - DUE_AFTER_MS)),
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
