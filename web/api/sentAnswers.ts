import { SENT_ANSWERS_ID, type SentAnswers } from '@slipway/contract/firstQuote.ts';
import { takeSentAnswers } from './call.ts';

/** What the server has sent along with the document need not be asked for. */
export function readSentAnswers(): void {
  const element = document.getElementById(SENT_ANSWERS_ID);
  if (element) takeSentAnswers(JSON.parse(element.textContent) as SentAnswers, documentCameMs());
}

/** The first byte, which is as old as the server's word of its time; in milliseconds since 1970. */
function documentCameMs(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return performance.timeOrigin + (navigation?.responseStart ?? 0);
}
