import { DOCUMENT_ANSWERS_ID, type DocumentAnswers } from '@slipway/contract/firstQuote.ts';
import { storeDocumentAnswers } from './call.ts';

/** Uses the answers that the server sent with the document, instead of requesting them again. */
export function preloadEmbeddedAnswers(): void {
  const element = document.getElementById(DOCUMENT_ANSWERS_ID);
  if (element) storeDocumentAnswers(JSON.parse(element.textContent) as DocumentAnswers, getDocumentReceivedMs());
}

/**
 * Returns the local time of the document's first byte, in epoch milliseconds: the server wrote its `Date` header just before.
 */
function getDocumentReceivedMs(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return performance.timeOrigin + (navigation?.responseStart ?? 0);
}
