import type { Page } from '@playwright/test';
import type { CallData } from '@slipway/contract/calls.ts';
import type { OrderDetail, OrderSummary } from '@slipway/contract/entities/order.ts';
import { logInAsBuyer } from '../buyers/buyer.ts';
import { expect } from '../world.ts';
import { savedCards } from './cardScenes.ts';
import { type GalleryWorld, WALLETS } from './galleryWorld.ts';
import { answerCall, answerOrders, modifyAnswer, refuseCall, withholdAnswers } from './interceptedAnswers.ts';
import { buildTransferOrder } from './orderScenes.ts';
import { buildOrderInStatus, computeDeadline } from './orderStates.ts';
import type { Scene } from './scene.ts';
import { expectTitle, openAsAnna, waitForPopup } from './sceneSetup.ts';

async function openAsNewBuyer(page: Page, world: GalleryWorld, path: string, title: string): Promise<void> {
  await logInAsBuyer(page, world.origin, await world.newcomer());
  await page.goto(path);
  await expectTitle(page, title);
}

const HOUR_MS = 3_600_000;
const DAY_MINUTES = 24 * 60;

const formatOrderNo = (index: number) => `7KQ2M4XD9TA${String(index).padStart(2, '0')}`;

/** Returns orders in the statuses and amounts that a year may bring, derived from one real list entry. */
function addManyOrders({ list }: CallData<'orderList'>): CallData<'orderList'> {
  const [real] = list;
  if (!real) throw new Error('Anna has no order.');
  const changes: readonly Partial<OrderSummary>[] = [
    { status: 'delivering' },
    {
      status: 'awaiting_identity',
      sendCurrencyAmount: '900.00',
      getCurrencyAmount: (Number(real.getCurrencyAmount) * 9).toFixed(8),
    },
    { status: 'awaiting_payment', payMethod: 'bank_transfer', exception: 'underpaid' },
    { status: 'awaiting_payment' },
    {
      status: 'delivered',
      sendCurrency: 'JPY',
      sendCurrencyAmount: '1000000',
      getCurrencyAmount: '1234.12345678',
      symbol: 'POL',
      networkName: 'Polygon',
      imgUrl: '/images/coins/pol.svg',
    },
    { status: 'on_hold' },
    { status: 'refunding' },
    { status: 'refunded' },
    { status: 'cancelled' },
    { status: 'expired' },
    { status: 'failed' },
  ];
  const orders = changes.map((change, index) => ({
    ...real,
    exception: 'none' as const,
    orderNo: formatOrderNo(index),
    createdAt: new Date(Date.now() - index * index * 9 * HOUR_MS).toISOString(),
    ...change,
  }));
  return { page: 1, pageSize: 20, total: 28, list: orders };
}

/** Returns details of the first four orders of {@link addManyOrders}, which are active, in the same sequence. */
async function readOrderDetails({ sentOrder, transferOrder }: GalleryWorld): Promise<readonly OrderDetail[]> {
  const [byCard, byTransfer] = [await sentOrder(), await transferOrder()];
  const { delivery } = byCard;
  return [
    buildOrderInStatus(byCard, 'delivering', { delivery: delivery && { ...delivery, confirmed: 5, required: 12 } }),
    buildOrderInStatus(byCard, 'awaiting_identity', {
      sendCurrencyAmount: '900.00',
      deadline: computeDeadline(DAY_MINUTES),
    }),
    buildTransferOrder(byTransfer, 'awaiting_payment', '60.00', { exception: 'underpaid' }),
    buildOrderInStatus(byCard, 'awaiting_payment', { deadline: computeDeadline(12) }),
  ].map((order, index) => ({ ...order, orderNo: formatOrderNo(index) }));
}

const expiredCard = { cardId: 'card_amex', brand: 'amex', last4: '0005', expiryMonth: 3, expiryYear: 2024 };

const createScenesAt =
  (route: string) =>
  (name: string, shows: string, arrive: Scene['arrive']): Scene => ({ name, shows, route, arrive });
const orders = createScenesAt('/my-orders');
const settings = createScenesAt('/settings');
const cards = createScenesAt('/cards');
const addresses = createScenesAt('/addresses');
const address = createScenesAt('/add-address');

export const accountScenes: readonly Scene[] = [
  orders('my-orders-empty', 'No order yet', async (page, world) => {
    await openAsNewBuyer(page, world, '/my-orders', 'My Orders');
    await expect(page.getByText('You have no orders yet.')).toBeVisible();
  }),
  orders('my-orders', 'Orders in every kind of state', async (page, world) => {
    await world.openOrder();
    await modifyAnswer(page, 'orderList', addManyOrders);
    await answerOrders(page, await readOrderDetails(world));
    await openAsAnna(page, world, '/my-orders', 'My Orders');
    await expect(page.getByText('40.00\u00a0EUR missing')).toBeVisible();
  }),
  orders('my-orders-loading', 'The orders are on their way', async (page, world) => {
    await withholdAnswers(page, 'orderList');
    await openAsAnna(page, world, '/my-orders', 'My Orders');
  }),
  orders('my-orders-failed', 'The orders did not come', async (page, world) => {
    await refuseCall(page, 'orderList', 'fault', { reference: '7KQ2M4' });
    await openAsAnna(page, world, '/my-orders', 'My Orders');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  }),

  settings('settings', 'Account, display, data', async (page, world) => {
    await openAsAnna(page, world, '/settings', 'Settings');
    await expect(page.getByText('Details accepted')).toBeVisible();
  }),
  settings('settings-log-out-everywhere', 'The question before logging out everywhere', async (page, world) => {
    await openAsAnna(page, world, '/settings', 'Settings');
    await page.getByRole('button', { name: /^Log out everywhere/ }).click();
    await waitForPopup(page);
  }),
  settings('settings-delete', 'What goes and what stays when the data is deleted', async (page, world) => {
    await openAsAnna(page, world, '/settings', 'Settings');
    await page.getByRole('button', { name: /^Delete my data/ }).click();
    await waitForPopup(page);
  }),

  cards('cards-empty', 'No saved card', async (page, world) => {
    await openAsNewBuyer(page, world, '/cards', 'Cards');
    await expect(page.getByText('You have no saved cards.')).toBeVisible();
  }),
  cards('cards', 'Saved cards, one of them expired', async (page, world) => {
    await answerCall(page, 'cardList', [...savedCards, expiredCard]);
    await openAsAnna(page, world, '/cards', 'Cards');
    await expect(page.getByText(/0005/)).toBeVisible();
  }),
  cards('cards-delete', 'The question before a card is forgotten', async (page, world) => {
    await answerCall(page, 'cardList', savedCards);
    await openAsAnna(page, world, '/cards', 'Cards');
    await page.getByRole('button', { name: /^Delete Visa/ }).click();
    await waitForPopup(page);
  }),

  addresses('addresses-empty', 'No saved address', async (page, world) => {
    await openAsNewBuyer(page, world, '/addresses', 'Addresses');
    await expect(page.getByText('You have no saved addresses.')).toBeVisible();
  }),
  addresses('addresses', 'Saved addresses by crypto', async (page, world) => {
    await openAsAnna(page, world, '/addresses', 'Addresses');
    await expect(page.getByText('Ledger')).toBeVisible();
  }),
  addresses('addresses-name', 'An address gets another name', async (page, world) => {
    await openAsAnna(page, world, '/addresses', 'Addresses');
    await page.getByRole('button', { name: 'Edit Ledger' }).click();
    await waitForPopup(page);
  }),
  addresses('addresses-delete', 'The question before an address is deleted', async (page, world) => {
    await openAsAnna(page, world, '/addresses', 'Addresses');
    await page.getByRole('button', { name: 'Delete Ledger' }).click();
    await waitForPopup(page);
  }),

  address('add-address', 'A new address, still empty', async (page, world) => {
    await openAsAnna(page, world, '/add-address', 'Add Address');
    await expect(page.getByRole('combobox', { name: 'Crypto' })).toBeVisible();
  }),
  address('add-address-errors', 'Nothing chosen, and a name that is too long', async (page, world) => {
    await openAsAnna(page, world, '/add-address', 'Add Address');
    await page.getByRole('textbox', { name: 'Name' }).fill('My hardware wallet in the safe');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Please select the crypto')).toBeVisible();
  }),
  address('edit-address', 'A saved address is changed', async (page, world) => {
    const { client, authToken } = await world.anna();
    const saved = (await client.data('address', { authToken })) as unknown as CallData<'address'>;
    const ledger = saved.find((one) => one.address === WALLETS.bitcoin);
    await openAsAnna(page, world, `/add-address?addressId=${ledger?.addressId ?? ''}`, 'Edit address');
    await expect(page.getByRole('textbox', { name: 'Wallet Address' })).toHaveValue(WALLETS.bitcoin);
  }),

  {
    name: 'account-deleted',
    shows: 'Goodbye: until when the rest is kept',
    route: '/account-deleted',
    arrive: async (page) => {
      await page.goto('/account-deleted?keptUntil=2031-11-21');
      await expectTitle(page, 'Your data is deleted');
    },
  },
];
