/// <reference lib="dom" />
import type { Page } from '@playwright/test';

export type KeyToQuoteFigures = {
  /** Milliseconds from the key press until the new quote is painted. */
  readonly shownMs: number;
  /** The part of `shownMs` from the quote's request to the end of its response, as the browser measured it. */
  readonly requestMs: number;
};

/** Enters another amount on Edit, presses Enter, which requests the quote, and waits until the quote is shown. */
export async function measureKeyToQuote(page: Page, amount: string): Promise<KeyToQuoteFigures> {
  const field = page.getByLabel('You pay').first();
  await field.fill(amount);
  const shown = page.evaluate(waitForQuote);
  await field.press('Enter');
  return shown;
}

/** Runs in the page. Resolves in the frame after the one in which the new receive amount is there. */
function waitForQuote(): Promise<KeyToQuoteFigures> {
  const isQuote = ({ name }: PerformanceEntry) => name.endsWith('/offerInquiry');
  const requests = () => performance.getEntriesByType('resource').filter(isQuote);
  const before = requests().length;
  const findReceiveField = () => [...document.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')].at(-1);
  return new Promise((resolve) => {
    addEventListener(
      'keydown',
      (event) => {
        let hasBeenBusy = false;
        const checkFrame = () => {
          const field = findReceiveField();
          if (field?.ariaBusy === 'true') hasBeenBusy = true;
          const request = requests()[before];
          if (hasBeenBusy && request && field && field.ariaBusy !== 'true' && field.value !== '')
            requestAnimationFrame((shown) =>
              resolve({ shownMs: shown - event.timeStamp, requestMs: request.duration }),
            );
          else requestAnimationFrame(checkFrame);
        };
        requestAnimationFrame(checkFrame);
      },
      { once: true, capture: true },
    );
  });
}
