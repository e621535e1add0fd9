import { ok } from '../../outcome.ts';
import { fetchText, unavailable } from '../fetchText.ts';
import type { RatesSource } from '../ratesPort.ts';
import type { OpenExchangeRatesConfig } from './manifest.ts';
import { readLatest } from './readLatest.ts';

/** Open Exchange Rates' latest rates (docs.openexchangerates.org/reference/latest-json). */
export function createOpenExchangeRates(config: OpenExchangeRatesConfig): RatesSource {
  const url = new URL('/api/latest.json', config.apiUrl);
  url.searchParams.set('base', config.base);
  url.searchParams.set('app_id', config.appId);

  return {
    id: 'openExchangeRates',
    kind: 'live',
    async getRates() {
      const answer = await fetchText(url);
      if (answer.kind !== 'ok') return answer;
      try {
        const latest = readLatest(answer.value);
        if (latest.base !== config.base) return unavailable(`the rates are of ${latest.base}`);
        return ok({ source: 'openExchangeRates', ...latest });
      } catch (error) {
        return unavailable(`not the latest rates: ${error instanceof Error ? error.message.slice(0, 300) : ''}`);
      }
    },
  };
}
