import type { Page, Route } from '@playwright/test';
import { type CallData, type CallName, calls } from '@slipway/contract/calls.ts';
import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { type ErrorKey, errors } from '@slipway/contract/errors.ts';

const path = (name: CallName) => `**/gateway/buying/${name}`;

/** The page's call is answered with this, which the contract must allow. */
export async function answer<Name extends CallName>(page: Page, name: Name, data: CallData<Name>): Promise<void> {
  await page.route(path(name), (route) => fulfill(route, name, data));
}

/** Each of these orders is told of by its number; the server answers for all others. */
export async function answerOrders(page: Page, orders: readonly OrderDetail[]): Promise<void> {
  await page.route(path('orderDetail'), async (route) => {
    const { orderNo } = route.request().postDataJSON() as { readonly orderNo: string };
    const order = orders.find((one) => one.orderNo === orderNo);
    await (order ? fulfill(route, 'orderDetail', order) : route.fallback());
  });
}

/** The server's own answer with something changed, which the contract must still allow. */
export async function derive<Name extends CallName>(
  page: Page,
  name: Name,
  change: (data: CallData<Name>) => CallData<Name>,
): Promise<void> {
  await page.route(path(name), async (route) => {
    const { data } = (await (await route.fetch()).json()) as { readonly data: CallData<Name> };
    await fulfill(route, name, change(data));
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
  await page.route(path(name), (route) =>
    route.fulfill({ json: { respCode, respMessage, data: { error: key, facts } } }),
  );
}

/** Never answered: what is shown meanwhile stays. */
export async function withhold(page: Page, ...names: readonly CallName[]): Promise<void> {
  for (const name of names) await page.route(path(name), () => undefined);
}

async function fulfill(route: Route, name: CallName, data: unknown): Promise<void> {
  const checked = calls[name].data.parse(data);
  await route.fulfill({ json: { respCode: '200', respMessage: '', data: checked } });
}
