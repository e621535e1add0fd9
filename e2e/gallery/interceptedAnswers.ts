import type { Page } from '@playwright/test';
import { type CallData, type CallName, calls } from '@slipway/contract/calls.ts';
import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { type ErrorKey, errors } from '@slipway/contract/errors.ts';
import { DOCUMENT_ANSWERS_ID } from '@slipway/contract/firstQuote.ts';
import { type CallHandler, interceptCall, type PausedCall } from '../page/interceptCalls.ts';

/** Calls whose answers the server may embed in the document. To intercept one, a test must make the page send it. */
const embeddedCalls: ReadonlySet<CallName> = new Set<CallName>(['payList', 'getList', 'offerInquiry', 'priceList']);

/** Removes the answers that the server embeds in the document, so that the page sends the calls. */
export async function removeEmbeddedAnswers(page: Page): Promise<void> {
  await page.addInitScript((id) => {
    const observer = new MutationObserver(() => {
      const answers = document.getElementById(id);
      if (!answers) return;
      answers.remove();
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  }, DOCUMENT_ANSWERS_ID);
}

async function interceptFreshCall(page: Page, name: CallName, handle: CallHandler): Promise<void> {
  if (embeddedCalls.has(name)) await removeEmbeddedAnswers(page);
  await interceptCall(page, name, handle);
}

/** Answers the page's call with this data, which must match the contract. */
export async function answerCall<Name extends CallName>(page: Page, name: Name, data: CallData<Name>): Promise<void> {
  await interceptFreshCall(page, name, (call) => answerWithData(call, name, data));
}

/** Answers `orderDetail` with these orders; the server answers for all others. */
export async function answerOrders(page: Page, orders: readonly OrderDetail[]): Promise<void> {
  await interceptFreshCall(page, 'orderDetail', async (call) => {
    const { orderNo } = call.input as { readonly orderNo: string };
    const order = orders.find((one) => one.orderNo === orderNo);
    return order ? answerWithData(call, 'orderDetail', order) : false;
  });
}

/** Answers with the server's data after a change; the result must match the contract. */
export async function modifyAnswer<Name extends CallName>(
  page: Page,
  name: Name,
  change: (data: CallData<Name>) => CallData<Name>,
): Promise<void> {
  await interceptFreshCall(page, name, async (call) => {
    const { data } = (await call.fetchAnswer()) as { readonly data: CallData<Name> };
    return answerWithData(call, name, change(data));
  });
}

/** Answers with an error of the contract, with the text that the server would send. */
export async function refuseCall(
  page: Page,
  name: CallName,
  key: ErrorKey,
  facts: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const { respCode, text } = errors[key];
  const respMessage = text.replace(/\{(\w+)\}/g, (_placeholder, fact: string) => String(facts[fact] ?? ''));
  await interceptFreshCall(page, name, async (call) => {
    await call.answer({ respCode, respMessage, data: { error: key, facts } });
    return true;
  });
}

/** Never answers these calls, so the page keeps loading. */
export async function withholdAnswers(page: Page, ...names: readonly CallName[]): Promise<void> {
  for (const name of names) await interceptFreshCall(page, name, async () => true);
}

async function answerWithData(call: PausedCall, name: CallName, data: unknown): Promise<true> {
  await call.answer({ respCode: '200', respMessage: '', data: calls[name].data.parse(data) });
  return true;
}
