import type { Page } from '@playwright/test';
import { type CallData, type CallName, calls } from '@slipway/contract/calls.ts';
import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { type ErrorKey, errors } from '@slipway/contract/errors.ts';
import { SENT_ANSWERS_ID } from '@slipway/contract/firstQuote.ts';
import { type CallHandler, interceptCall, type PausedCall } from '../interceptCalls.ts';

/** Of these the first page of a purchase may have the answers already: it has to ask where a test stands in between. */
const sentAlong: ReadonlySet<CallName> = new Set<CallName>(['payList', 'getList', 'offerInquiry', 'priceList']);

/** Documents lose the answers that the server has sent along with them. */
export async function askForItself(page: Page): Promise<void> {
  await page.addInitScript((id) => {
    const watching = new MutationObserver(() => {
      const answers = document.getElementById(id);
      if (!answers) return;
      answers.remove();
      watching.disconnect();
    });
    watching.observe(document, { childList: true, subtree: true });
  }, SENT_ANSWERS_ID);
}

async function intercept(page: Page, name: CallName, handle: CallHandler): Promise<void> {
  if (sentAlong.has(name)) await askForItself(page);
  await interceptCall(page, name, handle);
}

/** The page's call is answered with this, which the contract must allow. */
export async function answer<Name extends CallName>(page: Page, name: Name, data: CallData<Name>): Promise<void> {
  await intercept(page, name, (call) => fulfill(call, name, data));
}

/** Each of these orders is told of by its number; the server answers for all others. */
export async function answerOrders(page: Page, orders: readonly OrderDetail[]): Promise<void> {
  await intercept(page, 'orderDetail', async (call) => {
    const { orderNo } = call.input as { readonly orderNo: string };
    const order = orders.find((one) => one.orderNo === orderNo);
    return order ? fulfill(call, 'orderDetail', order) : false;
  });
}

/** The server's own answer with something changed, which the contract must still allow. */
export async function derive<Name extends CallName>(
  page: Page,
  name: Name,
  change: (data: CallData<Name>) => CallData<Name>,
): Promise<void> {
  await intercept(page, name, async (call) => {
    const { data } = (await call.fetchAnswer()) as { readonly data: CallData<Name> };
    return fulfill(call, name, change(data));
  });
}

/** An error of the contract's table, as the server would word it. */
export async function refuse(
  page: Page,
  name: CallName,
  key: ErrorKey,
  facts: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const { respCode, text } = errors[key];
  const respMessage = text.replace(/\{(\w+)\}/g, (_hole, fact: string) => String(facts[fact] ?? ''));
  await intercept(page, name, async (call) => {
    await call.answer({ respCode, respMessage, data: { error: key, facts } });
    return true;
  });
}

/** Never answered: what is shown meanwhile stays. */
export async function withhold(page: Page, ...names: readonly CallName[]): Promise<void> {
  for (const name of names) await intercept(page, name, async () => true);
}

async function fulfill(call: PausedCall, name: CallName, data: unknown): Promise<true> {
  await call.answer({ respCode: '200', respMessage: '', data: calls[name].data.parse(data) });
  return true;
}
