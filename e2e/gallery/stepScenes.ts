import type { Page } from '@playwright/test';
import type { CallData } from '@slipway/contract/calls.ts';
import { logInAsBuyer } from '../buyers/buyer.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { expect } from '../world.ts';
import { WALLETS } from './galleryWorld.ts';
import { answerCall, modifyAnswer, refuseCall, withholdAnswers } from './interceptedAnswers.ts';
import type { Scene } from './scene.ts';
import { addressDraft, expectTitle, logInAsAnna, presetDraft } from './sceneSetup.ts';

type Offers = CallData<'offerList'>;

/** Adds three providers' offers to the real answer, and one provider that is late. */
function addOtherOffers({ offerList }: Offers): Offers {
  const [own] = offerList;
  if (!own) throw new Error('The server made no offer.');
  const less = (name: string, share: number, more: Partial<typeof own>) => ({
    ...own,
    offerType: name.toLowerCase(),
    offerName: name,
    offerImg: '',
    offerGetAmount: (Number(own.offerGetAmount) * share).toFixed(8),
    bestRate: false,
    ...more,
  });
  return {
    offerList: [
      { ...own, bestRate: true },
      less('MoonPay', 0.991, { expectedMinutes: 5, identity: 'document' }),
      less('Transak', 0.987, { expectedMinutes: 20 }),
      less('Coinbase Onramp', 0.962, { expectedMinutes: 2, identity: 'none' }),
    ],
    missing: ['Ramp Network'],
  };
}

async function openAddress(page: Page, more: Parameters<typeof presetDraft>[1] = {}): Promise<void> {
  await presetDraft(page, more);
  await page.goto('/submit-address');
  await expect(page.getByRole('textbox', { name: 'Wallet Address' })).toBeVisible();
  // The summary at the top shows the amount.
  await expect(page.getByText(/for 1?,?\d00\.00/)).toBeVisible();
}

async function openConfirmation(page: Page, more: Parameters<typeof presetDraft>[1] = {}): Promise<void> {
  await presetDraft(page, { ...addressDraft, ...more });
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

const createScenesAt =
  (route: string) =>
  (name: string, shows: string, arrive: Scene['arrive']): Scene => ({ name, shows, route, arrive });
const offer = createScenesAt('/select-offer');
const submit = createScenesAt('/submit-address');
const confirm = createScenesAt('/confirm-address');
const login = createScenesAt('/email-login');
const code = createScenesAt('/verification-code');
const details = createScenesAt('/enter-information');

export const stepScenes: readonly Scene[] = [
  offer('select-offer', 'Offers of several providers, and one that is late', async (page) => {
    await modifyAnswer(page, 'offerList', addOtherOffers);
    await presetDraft(page);
    await page.goto('/select-offer');
    await expectTitle(page, /^Four offers/);
  }),
  offer('select-offer-loading', 'The offers are on their way', async (page) => {
    await withholdAnswers(page, 'offerList');
    await presetDraft(page);
    await page.goto('/select-offer');
    await expectTitle(page, 'Looking for the best offer');
  }),
  offer('select-offer-none', 'No provider has an offer', async (page) => {
    await answerCall(page, 'offerList', { offerList: [], missing: [] });
    await presetDraft(page);
    await page.goto('/select-offer');
    await expectTitle(page, 'There is no offer right now');
  }),
  offer('select-offer-no-price', 'The quote could not be renewed', async (page) => {
    await refuseCall(page, 'offerInquiry', 'price_unavailable');
    await presetDraft(page);
    await page.goto('/select-offer');
    await expect(page.getByText(/There is no reliable price/)).toBeVisible();
  }),
  offer('select-offer-limits', 'The amount cannot be bought any more', async (page) => {
    await refuseCall(page, 'offerInquiry', 'pay_amount_below_minimum', { amount: '120.00', symbol: 'EUR' });
    await presetDraft(page);
    await page.goto('/select-offer');
    await expect(page.getByText(/^Min\. amount is/)).toBeVisible();
  }),

  submit('submit-address', 'No address yet', async (page) => openAddress(page)),
  submit('submit-address-wallet', 'How to get a wallet', async (page) => {
    await openAddress(page);
    await page.locator('summary').click();
  }),
  submit('submit-address-errors', 'An address of another network, and no kind of wallet chosen', async (page) => {
    // The travel rule applies from 1,000 EUR.
    await openAddress(page, { sendCurrencyAmount: '1200.00' });
    await page.getByRole('textbox', { name: 'Wallet Address' }).fill(WALLETS.bitcoin);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(/^Incorrect address/)).toBeVisible();
    await expect(page.getByText('Please select the type of destination wallet.')).toBeVisible();
  }),
  submit('submit-address-exchange', 'The wallet is at an exchange', async (page) => {
    await openAddress(page, { address: WALLETS.ether, walletType: 'exchange' });
    await expect(page.getByRole('combobox', { name: 'Exchange' })).toBeVisible();
  }),
  submit('submit-address-saved', 'Addresses that the buyer has saved', async (page, world) => {
    await logInAsAnna(page, world);
    await openAddress(page, { getCurrency: 'BTC' });
    await expect(page.getByText('Ledger')).toBeVisible();
  }),
  submit('submit-address-no-price', 'The quote could not be renewed', async (page) => {
    await refuseCall(page, 'offerInquiry', 'price_unavailable');
    await presetDraft(page);
    await page.goto('/submit-address');
    await expect(page.getByText(/There is no reliable price/)).toBeVisible();
  }),

  confirm('confirm-address', 'The whole address once more', async (page) => openConfirmation(page)),
  confirm('confirm-address-transfer', 'The same for a transfer to an exchange', async (page) =>
    openConfirmation(page, { payMethod: 'bank_transfer', walletType: 'exchange', exchange: 'Kraken' }),
  ),
  confirm('confirm-address-contract', 'Asks whether a contract is the buyer’s wallet', async (page) => {
    await modifyAnswer(page, 'validateGetAddress', (verdict) => ({ ...verdict, isContract: true }));
    await openConfirmation(page);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('dialog', { name: 'This address belongs to a contract' })).toBeVisible();
  }),

  login('email-login', 'Log in', async (page) => {
    await page.goto('/email-login');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  }),
  login('email-login-error', 'That is no email address', async (page) => {
    await page.goto('/email-login');
    await page.getByRole('textbox', { name: 'Email' }).fill('anna@example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Please enter the correct email format')).toBeVisible();
  }),
  code('verification-code', 'The code is on its way', async (page) => openCode(page)),
  code('verification-code-wrong', 'A code that is not the right one', async (page) => {
    await openCode(page);
    // The real code is this one with a probability of one in a million.
    await page.getByRole('textbox', { name: 'Verification code' }).fill('000000');
    await expect(page.getByText(/^This code is incorrect/)).toBeVisible();
  }),

  details('enter-information', 'The basic details, still empty', async (page, world) => {
    await logInAsBuyer(page, world.origin, await world.newcomer());
    await page.goto('/enter-information');
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
  }),
  details('enter-information-errors', 'What is missing or no date', async (page, world) => {
    await logInAsBuyer(page, world.origin, await world.newcomer());
    await page.goto('/enter-information');
    await page.getByRole('textbox', { name: 'First name' }).fill('Anna');
    await page.getByRole('textbox', { name: 'Date of birth' }).fill('1990-02-31');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Please enter your last name')).toBeVisible();
  }),
  details('enter-information-list', 'The list of a field is open', async (page, world) => {
    await logInAsBuyer(page, world.origin, await world.newcomer());
    await page.goto('/enter-information');
    await page.getByRole('combobox', { name: 'Citizenship' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
  }),
  details('enter-information-review', 'A person looks at the details', async (page, world) => {
    await logInAsBuyer(page, world.origin, await world.newcomer());
    await answerCall(page, 'userStatus', { isKyc: '3', kyc_level: 0 });
    await page.goto('/enter-information?isUnderReview=true&step=2');
    await expectTitle(page, 'Under review');
  }),
];
