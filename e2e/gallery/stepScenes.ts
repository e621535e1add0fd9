import type { Page } from '@playwright/test';
import type { CallData } from '@slipway/contract/calls.ts';
import { logInAsBuyer } from '../buyers/buyer.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { expect } from '../world.ts';
import { WALLETS } from './galleryWorld.ts';
import { answerCall, modifyAnswer, refuseCall, withholdAnswers } from './interceptedAnswers.ts';
import { createSceneFactory, type Scene } from './scene.ts';
import { addressDraft, expectTitle, logInAsAnna, presetDraft } from './sceneSetup.ts';

type Offers = CallData<'offerList'>;

/** Adds the offers of three providers to the real answer, and a provider that has not answered yet. */
function addOtherOffers({ offerList }: Offers): Offers {
  const [own] = offerList;
  if (!own) throw new Error('The server made no offer.');
  const createWorseOffer = (name: string, share: number, changes: Partial<typeof own>) => ({
    ...own,
    offerType: name.toLowerCase(),
    offerName: name,
    offerImg: '',
    offerGetAmount: (Number(own.offerGetAmount) * share).toFixed(8),
    bestRate: false,
    ...changes,
  });
  return {
    offerList: [
      { ...own, bestRate: true },
      createWorseOffer('MoonPay', 0.991, { expectedMinutes: 5, identity: 'document' }),
      createWorseOffer('Transak', 0.987, { expectedMinutes: 20 }),
      createWorseOffer('Coinbase Onramp', 0.962, { expectedMinutes: 2, identity: 'none' }),
    ],
    missing: ['Ramp Network'],
  };
}

async function openAddress(page: Page, changes: Parameters<typeof presetDraft>[1] = {}): Promise<void> {
  await presetDraft(page, changes);
  await page.goto('/submit-address');
  await expect(page.getByRole('textbox', { name: 'Wallet Address' })).toBeVisible();
  // The summary at the top shows the amount.
  await expect(page.getByText(/for 1?,?\d00\.00/)).toBeVisible();
}

async function openConfirmation(page: Page, changes: Parameters<typeof presetDraft>[1] = {}): Promise<void> {
  await presetDraft(page, { ...addressDraft, ...changes });
  await page.goto('/confirm-address');
  await expectTitle(page, /^Is this where/);
  await expect(page.getByText(/^Valid /)).toBeVisible();
}

async function openCode(page: Page): Promise<void> {
  await page.goto('/email-login');
  await page.getByRole('textbox', { name: 'Email' }).fill(newEmail());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('textbox', { name: 'Verification code' })).toBeVisible();
}

const createOfferScene = createSceneFactory('/select-offer');
const createSubmitAddressScene = createSceneFactory('/submit-address');
const createConfirmAddressScene = createSceneFactory('/confirm-address');
const createLoginScene = createSceneFactory('/email-login');
const createCodeScene = createSceneFactory('/verification-code');
const createDetailsScene = createSceneFactory('/enter-information');

export const stepScenes: readonly Scene[] = [
  createOfferScene('select-offer', 'Offers of several providers; one has not answered yet', async (page) => {
    await modifyAnswer(page, 'offerList', addOtherOffers);
    await presetDraft(page);
    await page.goto('/select-offer');
    await expectTitle(page, /^Four offers/);
  }),
  createOfferScene('select-offer-loading', 'The offers are loading', async (page) => {
    await withholdAnswers(page, 'offerList');
    await presetDraft(page);
    await page.goto('/select-offer');
    await expectTitle(page, 'Looking for the best offer');
  }),
  createOfferScene('select-offer-none', 'No provider has an offer', async (page) => {
    await answerCall(page, 'offerList', { offerList: [], missing: [] });
    await presetDraft(page);
    await page.goto('/select-offer');
    await expectTitle(page, 'There is no offer right now');
  }),
  createOfferScene('select-offer-no-price', 'The quote could not be renewed', async (page) => {
    await refuseCall(page, 'offerInquiry', 'price_unavailable');
    await presetDraft(page);
    await page.goto('/select-offer');
    await expect(page.getByText(/There is no reliable price/)).toBeVisible();
  }),
  createOfferScene('select-offer-limits', 'The amount is now below the minimum', async (page) => {
    await refuseCall(page, 'offerInquiry', 'pay_amount_below_minimum', { amount: '120.00', symbol: 'EUR' });
    await presetDraft(page);
    await page.goto('/select-offer');
    await expect(page.getByText(/^Min\. amount is/)).toBeVisible();
  }),

  createSubmitAddressScene('submit-address', 'No address is entered yet', async (page) => openAddress(page)),
  createSubmitAddressScene('submit-address-wallet', 'How to get a wallet', async (page) => {
    await openAddress(page);
    await page.locator('summary').click();
  }),
  createSubmitAddressScene(
    'submit-address-errors',
    'An address of another network, and no type of wallet selected',
    async (page) => {
      // The travel rule applies from 1,000 EUR.
      await openAddress(page, { sendCurrencyAmount: '1200.00' });
      await page.getByRole('textbox', { name: 'Wallet Address' }).fill(WALLETS.bitcoin);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText(/^Incorrect address/)).toBeVisible();
      await expect(page.getByText('Please select the type of destination wallet.')).toBeVisible();
    },
  ),
  createSubmitAddressScene('submit-address-exchange', 'The wallet is at an exchange', async (page) => {
    await openAddress(page, { address: WALLETS.ether, walletType: 'exchange' });
    await expect(page.getByRole('combobox', { name: 'Exchange' })).toBeVisible();
  }),
  createSubmitAddressScene('submit-address-saved', 'Addresses that the buyer has saved', async (page, world) => {
    await logInAsAnna(page, world);
    await openAddress(page, { getCurrency: 'BTC' });
    await expect(page.getByText('Ledger')).toBeVisible();
  }),
  createSubmitAddressScene('submit-address-no-price', 'The quote could not be renewed', async (page) => {
    await refuseCall(page, 'offerInquiry', 'price_unavailable');
    await presetDraft(page);
    await page.goto('/submit-address');
    await expect(page.getByText(/There is no reliable price/)).toBeVisible();
  }),

  createConfirmAddressScene('confirm-address', 'The complete address, to be confirmed', async (page) =>
    openConfirmation(page),
  ),
  createConfirmAddressScene(
    'confirm-address-transfer',
    'A purchase by bank transfer, with an address at an exchange',
    async (page) => openConfirmation(page, { payMethod: 'bank_transfer', walletType: 'exchange', exchange: 'Kraken' }),
  ),
  createConfirmAddressScene(
    'confirm-address-contract',
    'Asks whether a contract is the buyer’s wallet',
    async (page) => {
      await modifyAnswer(page, 'validateGetAddress', (verdict) => ({ ...verdict, isContract: true }));
      await openConfirmation(page);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByRole('dialog', { name: 'This address belongs to a contract' })).toBeVisible();
    },
  ),

  createLoginScene('email-login', 'Log in', async (page) => {
    await page.goto('/email-login');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  }),
  createLoginScene('email-login-error', 'The text is not an email address', async (page) => {
    await page.goto('/email-login');
    await page.getByRole('textbox', { name: 'Email' }).fill('anna@example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Please enter the correct email format')).toBeVisible();
  }),
  createCodeScene('verification-code', 'The code has been sent', async (page) => openCode(page)),
  createCodeScene('verification-code-wrong', 'A wrong code', async (page) => {
    await openCode(page);
    // The probability that this is the real code is one in a million.
    await page.getByRole('textbox', { name: 'Verification code' }).fill('000000');
    await expect(page.getByText(/^This code is incorrect/)).toBeVisible();
  }),

  createDetailsScene('enter-information', 'The empty form for the basic details', async (page, world) => {
    await logInAsBuyer(page, world.origin, await world.newcomer());
    await page.goto('/enter-information');
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
  }),
  createDetailsScene('enter-information-errors', 'Missing details, and an invalid date', async (page, world) => {
    await logInAsBuyer(page, world.origin, await world.newcomer());
    await page.goto('/enter-information');
    await page.getByRole('textbox', { name: 'First name' }).fill('Anna');
    await page.getByRole('textbox', { name: 'Date of birth' }).fill('1990-02-31');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Please enter your last name')).toBeVisible();
  }),
  createDetailsScene('enter-information-list', 'The list of a field is open', async (page, world) => {
    await logInAsBuyer(page, world.origin, await world.newcomer());
    await page.goto('/enter-information');
    await page.getByRole('combobox', { name: 'Citizenship' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
  }),
  createDetailsScene('enter-information-review', 'A person reviews the details', async (page, world) => {
    await logInAsBuyer(page, world.origin, await world.newcomer());
    await answerCall(page, 'userStatus', { isKyc: '3', kyc_level: 0 });
    await page.goto('/enter-information?isUnderReview=true&step=2');
    await expectTitle(page, 'Under review');
  }),
];
