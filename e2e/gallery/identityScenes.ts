import type { CallData } from '@slipway/contract/calls.ts';
import { answerCall } from './interceptedAnswers.ts';
import { buildOrderInStatus, computeDeadline, showOrder } from './orderStates.ts';
import type { Scene } from './scene.ts';
import { expectTitle, logInAsAnna } from './sceneSetup.ts';

type Details = CallData<'userStatus'>['isKyc'];
type Identification = CallData<'checkIdentificationResult'>['isIdentification'];

const BLURRED = 'The picture of the document is not sharp enough to read the name.';

const kycStates: readonly (readonly [string, string, string, Details, Identification, string?])[] = [
  ['kyc-approved', 'Everything is approved', 'Your information is approved', '1', '1'],
  ['kyc-review', 'A person reviews the document', 'Under review', '1', '3'],
  ['kyc-details-refused', 'The details were refused', 'Your information is refused', '2', '0'],
  [
    'kyc-identity-refused',
    'The document was refused, without another attempt',
    'Verification Failed',
    '1',
    '2',
    BLURRED,
  ],
  ['kyc-details-missing', 'No details yet', 'Basic details needed', '0', '0'],
  ['kyc-identity-missing', 'No document yet', 'Identity check needed', '1', '0'],
  ['kyc-identity-again', 'The document must be submitted again', 'Identity check needed', '1', '0', BLURRED],
];

const kycScenes = kycStates.map(
  ([name, shows, title, isKyc, isIdentification, message = '']): Scene => ({
    name,
    shows,
    route: '/kyc-status',
    arrive: async (page, world) => {
      await answerCall(page, 'userStatus', { isKyc, kyc_level: isKyc === '1' ? 1 : 0 });
      await answerCall(page, 'checkIdentificationResult', { isIdentification });
      await answerCall(page, 'getIdentificationResult', { isIdentification, message });
      await logInAsAnna(page, world);
      await page.goto('/kyc-status');
      await expectTitle(page, title);
    },
  }),
);

const verificationStates = [
  ['verify-id', 'What the check requires, and the amount held until then', 'Verify your identity', '0'],
  ['verify-id-checking', 'The verifier is checking the document', 'Checking your identity', '3'],
] as const;

const verifyScenes = verificationStates.map(
  ([name, shows, title, isIdentification]): Scene => ({
    name,
    shows,
    route: '/verify-id',
    arrive: async (page, world) => {
      const order = buildOrderInStatus(await world.sentOrder(), 'awaiting_identity', {
        sendCurrencyAmount: '900.00',
        heldAmount: '900.00',
        deadline: computeDeadline(24 * 60),
      });
      await answerCall(page, 'checkIdentificationResult', { isIdentification });
      await answerCall(page, 'getIdentificationResult', { isIdentification, message: '' });
      await showOrder(page, world, '/verify-id', order);
      await expectTitle(page, title);
    },
  }),
);

export const identityScenes: readonly Scene[] = [...verifyScenes, ...kycScenes];
