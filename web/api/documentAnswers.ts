import { DOCUMENT_ANSWERS_ID, type DocumentAnswers } from '@slipway/contract/firstQuote.ts';
import { storeDocumentAnswers } from './call.ts';

/** Uses the answers that the server sent with the document, instead of requesting them again. */
export function readDocumentAnswers(): void {
  const element = document.getElementById(DOCUMENT_ANSWERS_ID);
  if (element) storeDocumentAnswers(JSON.parse(element.textContent) as DocumentAnswers, getDocumentReceivedMs());
}

/** Returns when the first byte arrived, in epoch milliseconds; it is as old as the server's `Date` header. */
function getDocumentReceivedMs(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return performance.timeOrigin + (navigation?.responseStart ?? 0);
}
