/// <reference lib="dom" />
import type { Page } from '@playwright/test';

export type KeyFigures = {
  /** From the key to the frame that shows the new quote. */
  readonly shownMs: number;
  /** Of it, from the quote's request to the end of its answer, as the browser saw it. */
  readonly requestMs: number;
};

/** Types another amount on Edit and waits for its quote: an amount is asked for with the key that ends it. */
export async function pressAndWait(page: Page, amount: string): Promise<KeyFigures> {
  const field = page.getByLabel('You pay').first();
  await field.fill(amount);
  const seen = page.evaluate(waitForQuote);
  await field.press('Enter');
  return seen;
}

/** Runs in the page: ends with the frame after the one in which the other amount stands. */
function waitForQuote(): Promise<KeyFigures> {
  const isQuote = ({ name }: PerformanceEntry) => name.endsWith('/offerInquiry');
  const requests = () => performance.getEntriesByType('resource').filter(isQuote);
  const before = requests().length;
  const receive = () => [...document.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')].at(-1);
  return new Promise((resolve) => {
    addEventListener(
      'keydown',
      (event) => {
        let asked = false;
        const look = () => {
          const field = receive();
          if (field?.ariaBusy === 'true') asked = true;
          const request = requests()[before];
          if (asked && request && field && field.ariaBusy !== 'true' && field.value !== '')
            requestAnimationFrame((shown) =>
              resolve({ shownMs: shown - event.timeStamp, requestMs: request.duration }),
            );
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
  });
}
