import { ok } from '../../outcome.ts';
import { fetchText, unavailable } from '../fetchText.ts';
import type { RatesSource } from '../ratesPort.ts';
import type { EcbConfig } from './manifest.ts';
import { readDailyFile } from './readDailyFile.ts';

/** The European Central Bank's reference rates: once every business day, as of 14:00 UTC, against the euro. */
export function createEcbRates(config: EcbConfig): RatesSource {
  return {
    id: 'ecb',
    kind: 'daily',
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
