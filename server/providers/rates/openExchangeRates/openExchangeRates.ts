import { ok } from '../../outcome.ts';
import { fetchText, unavailable } from '../fetchText.ts';
import type { RatesSource } from '../ratesPort.ts';
import type { OpenExchangeRatesConfig } from './manifest.ts';
import { readLatestRates } from './readLatestRates.ts';

/**
 * The age up to which rates are current. Every plan of Open Exchange Rates updates them at least hourly
 * (openexchangerates.org/signup); ten minutes more allow for delays.
 */
const CURRENT_MS = 70 * 60_000;
/** How far the service's clock may be ahead. */
const AHEAD_MS = 10 * 60_000;

/** Creates the source of Open Exchange Rates' latest rates (docs.openexchangerates.org/reference/latest-json). */
export function createOpenExchangeRates(config: OpenExchangeRatesConfig): RatesSource {
  const url = new URL('/api/latest.json', config.apiUrl);
  url.searchParams.set('base', config.base);
  url.searchParams.set('app_id', config.appId);

  return {
    id: 'openExchangeRates',
    kind: 'live',
    isCurrent: (asOf, at) => {
      const ageMs = at.getTime() - asOf.getTime();
      return ageMs <= CURRENT_MS && ageMs >= -AHEAD_MS;
    },
    async getRates() {
      const answer = await fetchText(url);
      if (answer.kind !== 'ok') return answer;
      try {
        const latest = readLatestRates(answer.value);
        if (latest.base !== config.base)
          return unavailable(`the rates have the base ${latest.base}, not ${config.base}`);
        return ok({ source: 'openExchangeRates', ...latest });
      } catch (error) {
        return unavailable(`not the latest rates: ${error instanceof Error ? error.message.slice(0, 300) : ''}`);
      }
    },
  };
}
