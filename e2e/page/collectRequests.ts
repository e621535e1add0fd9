import type { Page, Request } from '@playwright/test';

/** Returns a list that grows with every request of the page, from now on, whose address contains the text. */
export function collectRequests(page: Page, text: string): readonly Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes(text)) requests.push(request);
  });
  return requests;
}
