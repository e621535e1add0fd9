import type { Page } from '@playwright/test';
import type { CallData } from '@slipway/contract/calls.ts';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import { fillBillingAddress, fillCard, findCardFrame, testCards } from '../buyers/purchaseSteps.ts';
import { expect } from '../world.ts';
import type { GalleryWorld } from './galleryWorld.ts';
import { answerCall, modifyAnswer, withholdAnswers } from './interceptedAnswers.ts';
import { computeDeadline } from './orderStates.ts';
import { createSceneFactory, type Scene } from './scene.ts';
import { addressDraft, expectTitle, logInAsAnna, presetDraft, waitForPopup } from './sceneSetup.ts';

export const savedCards: CallData<'cardList'> = [
  { cardId: 'card_visa', brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2034 },
  { cardId: 'card_mastercard', brand: 'mastercard', last4: '4444', expiryMonth: 8, expiryYear: 2029 },
];

async function openCard(page: Page, world: GalleryWorld, path: '/enter-card' | '/select-card'): Promise<void> {
  const { orderNo } = await world.openOrder();
  await logInAsAnna(page, world);
  await page.goto(`${path}?orderNo=${orderNo}`);
}

async function openFields(page: Page, world: GalleryWorld): Promise<void> {
  await openCard(page, world, '/enter-card');
  await expect(findCardFrame(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay / })).toBeEnabled();
}

const createSelectCardScene = createSceneFactory('/select-card');
const createEnterCardScene = createSceneFactory('/enter-card');

export const cardScenes: readonly Scene[] = [
  createSelectCardScene('select-card', 'The saved cards', async (page, world) => {
    await answerCall(page, 'cardList', savedCards);
    await openCard(page, world, '/select-card');
    await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked();
    await expect(page.getByRole('button', { name: /^Pay / })).toBeEnabled();
  }),
  createSelectCardScene('select-card-loading', 'The order is being placed', async (page, world) => {
    await withholdAnswers(page, 'userStatus');
    await presetDraft(page, addressDraft);
    await logInAsAnna(page, world);
    await page.goto('/select-card');
    await expect(page.getByText('Placing your order')).toBeVisible();
  }),
  createSelectCardScene('amount-changed', 'The amount changed before the order was placed', async (page, world) => {
    await presetDraft(page, { ...addressDraft, getCurrencyAmount: '0.03120000' });
    await logInAsAnna(page, world);
    await page.goto('/select-card');
    await expect(page.getByRole('button', { name: /^Accept \d/ })).toBeVisible();
    await waitForPopup(page);
  }),

  createEnterCardScene('enter-card', 'The acquirer’s fields and the billing address, empty', openFields),
  createEnterCardScene('enter-card-loading', 'The acquirer’s fields are loading', async (page, world) => {
    await withholdAnswers(page, 'checkoutInfo');
    await openCard(page, world, '/enter-card');
    await expect(page.getByText('Billing address')).toBeVisible();
  }),
  createEnterCardScene('enter-card-filled', 'Everything is entered', async (page, world) => {
    await openFields(page, world);
    await fillCard(page, testCards.pays, '12 / 34');
    await fillBillingAddress(page);
    await checkByLabel(page.getByRole('checkbox', { name: 'Save this card' }));
  }),
  createEnterCardScene('enter-card-errors', 'Pay was pressed with nothing entered', async (page, world) => {
    await openFields(page, world);
    await page.getByRole('button', { name: /^Pay / }).click();
    await expect(page.getByText('Please enter the name on the card')).toBeVisible();
  }),
  createEnterCardScene('enter-card-declined', 'The card was declined: two attempts are left', async (page, world) => {
    await modifyAnswer(page, 'checkoutInfo', (checkout) => ({
      ...checkout,
      refusal: 'insufficient_funds',
      triesLeft: 2,
    }));
    await openFields(page, world);
    await expect(page.getByText(/insufficient funds/)).toBeVisible();
  }),
  createEnterCardScene('enter-card-under-way', 'A payment is being processed', async (page, world) => {
    await modifyAnswer(page, 'checkoutInfo', (checkout) => ({ ...checkout, status: 'authorizing' }));
    await openCard(page, world, '/enter-card');
    await expect(page.getByText('Processing your payment')).toBeVisible();
  }),
  createEnterCardScene(
    'enter-card-wallet',
    'An order that is paid with Google Pay: the button of the wallet',
    async (page, world) => {
      const { orderNo } = await world.walletOrder();
      await logInAsAnna(page, world);
      await page.goto(`/enter-card?orderNo=${orderNo}`);
      await expectTitle(page, 'Pay with Google Pay');
      const frame = page.frameLocator('iframe[src*="/elements/express"]');
      await expect(frame.getByRole('button', { name: 'Google Pay' })).toBeVisible();
    },
  ),
  createEnterCardScene('enter-card-closed', 'The time to pay is over', async (page, world) => {
    await modifyAnswer(page, 'checkoutInfo', (checkout) => ({ ...checkout, payBefore: computeDeadline(-1) }));
    await openCard(page, world, '/enter-card');
    await expect(page.getByText(/^The time to pay this order is over/)).toBeVisible();
  }),
];
