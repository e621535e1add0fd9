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
import { createSceneFactory, type Scene } from './scene.ts';
import { expectTitle, openAsAnna, waitForPopup } from './sceneSetup.ts';

async function openAsNewBuyer(page: Page, world: GalleryWorld, path: string, title: string): Promise<void> {
  await logInAsBuyer(page, world.origin, await world.newcomer());
  await page.goto(path);
  await expectTitle(page, title);
}

const HOUR_MS = 3_600_000;
const DAY_MINUTES = 24 * 60;

const formatOrderNo = (index: number) => `7KQ2M4XD9TA${String(index).padStart(2, '0')}`;

/** Returns orders with different statuses and amounts, derived from one real list entry. */
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

/** Returns the details of the first four orders of {@link addManyOrders}, whose rows show data from them. */
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

const createOrdersScene = createSceneFactory('/my-orders');
const createSettingsScene = createSceneFactory('/settings');
const createCardsScene = createSceneFactory('/cards');
const createAddressesScene = createSceneFactory('/addresses');
const createAddAddressScene = createSceneFactory('/add-address');

export const accountScenes: readonly Scene[] = [
  createOrdersScene('my-orders-empty', 'No order yet', async (page, world) => {
    await openAsNewBuyer(page, world, '/my-orders', 'My Orders');
    await expect(page.getByText('You have no orders yet.')).toBeVisible();
  }),
  createOrdersScene('my-orders', 'Orders in many states', async (page, world) => {
    await world.openOrder();
    await modifyAnswer(page, 'orderList', addManyOrders);
    await answerOrders(page, await readOrderDetails(world));
    await openAsAnna(page, world, '/my-orders', 'My Orders');
    await expect(page.getByText('40.00\u00a0EUR missing')).toBeVisible();
  }),
  createOrdersScene('my-orders-loading', 'The orders are loading', async (page, world) => {
    await withholdAnswers(page, 'orderList');
    await openAsAnna(page, world, '/my-orders', 'My Orders');
  }),
  createOrdersScene('my-orders-failed', 'The orders could not be loaded', async (page, world) => {
    await refuseCall(page, 'orderList', 'fault', { reference: '7KQ2M4' });
    await openAsAnna(page, world, '/my-orders', 'My Orders');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  }),

  createSettingsScene('settings', 'Account, display, data', async (page, world) => {
    await openAsAnna(page, world, '/settings', 'Settings');
    await expect(page.getByText('Details accepted')).toBeVisible();
  }),
  createSettingsScene(
    'settings-log-out-everywhere',
    'Asks for confirmation before logging out everywhere',
    async (page, world) => {
      await openAsAnna(page, world, '/settings', 'Settings');
      await page.getByRole('button', { name: /^Log out everywhere/ }).click();
      await waitForPopup(page);
    },
  ),
  createSettingsScene(
    'settings-delete',
    'Asks for confirmation before deleting the data: what is deleted and what is kept',
    async (page, world) => {
      await openAsAnna(page, world, '/settings', 'Settings');
      await page.getByRole('button', { name: /^Delete my data/ }).click();
      await waitForPopup(page);
    },
  ),

  createCardsScene('cards-empty', 'No saved card', async (page, world) => {
    await openAsNewBuyer(page, world, '/cards', 'Cards');
    await expect(page.getByText('You have no saved cards.')).toBeVisible();
  }),
  createCardsScene('cards', 'Saved cards, one of them expired', async (page, world) => {
    await answerCall(page, 'cardList', [...savedCards, expiredCard]);
    await openAsAnna(page, world, '/cards', 'Cards');
    await expect(page.getByText(/0005/)).toBeVisible();
  }),
  createCardsScene('cards-delete', 'Asks for confirmation before deleting a card', async (page, world) => {
    await answerCall(page, 'cardList', savedCards);
    await openAsAnna(page, world, '/cards', 'Cards');
    await page.getByRole('button', { name: /^Delete Visa/ }).click();
    await waitForPopup(page);
  }),

  createAddressesScene('addresses-empty', 'No saved address', async (page, world) => {
    await openAsNewBuyer(page, world, '/addresses', 'Addresses');
    await expect(page.getByText('You have no saved addresses.')).toBeVisible();
  }),
  createAddressesScene('addresses', 'Saved addresses by crypto', async (page, world) => {
    await openAsAnna(page, world, '/addresses', 'Addresses');
    await expect(page.getByText('Ledger')).toBeVisible();
  }),
  createAddressesScene('addresses-name', 'A saved address is renamed', async (page, world) => {
    await openAsAnna(page, world, '/addresses', 'Addresses');
    await page.getByRole('button', { name: 'Edit Ledger' }).click();
    await waitForPopup(page);
  }),
  createAddressesScene('addresses-delete', 'Asks for confirmation before deleting an address', async (page, world) => {
    await openAsAnna(page, world, '/addresses', 'Addresses');
    await page.getByRole('button', { name: 'Delete Ledger' }).click();
    await waitForPopup(page);
  }),

  createAddAddressScene('add-address', 'The empty form for a new address', async (page, world) => {
    await openAsAnna(page, world, '/add-address', 'Add Address');
    await expect(page.getByRole('combobox', { name: 'Crypto' })).toBeVisible();
  }),
  createAddAddressScene(
    'add-address-errors',
    'No crypto selected, and a name that is too long',
    async (page, world) => {
      await openAsAnna(page, world, '/add-address', 'Add Address');
      await page.getByRole('textbox', { name: 'Name' }).fill('My hardware wallet in the safe');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Please select the crypto')).toBeVisible();
    },
  ),
  createAddAddressScene('edit-address', 'The form with a saved address', async (page, world) => {
    const { client, authToken } = await world.anna();
    const saved = (await client.data('address', { authToken })) as unknown as CallData<'address'>;
    const ledger = saved.find((one) => one.address === WALLETS.bitcoin);
    await openAsAnna(page, world, `/add-address?addressId=${ledger?.addressId ?? ''}`, 'Edit address');
    await expect(page.getByRole('textbox', { name: 'Wallet Address' })).toHaveValue(WALLETS.bitcoin);
  }),

  {
    name: 'account-deleted',
    shows: 'The data is deleted: until when the remaining records are kept',
    route: '/account-deleted',
    arrive: async (page) => {
      await page.goto('/account-deleted?keptUntil=2031-11-21');
      await expectTitle(page, 'Your data is deleted');
    },
  },
];
