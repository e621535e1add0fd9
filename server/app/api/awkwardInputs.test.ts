import type { AwkwardInput, Outcome } from '@slipway/contract/awkward/awkwardInput.testing.ts';
import { awkwardInputs } from '@slipway/contract/awkward/awkwardInputs.testing.ts';
import { calls } from '@slipway/contract/calls.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { findProfile } from '../../account/details/profileStore.ts';
import { openTestBrowser } from '../../account/testBrowser.testing.ts';
import { openPartnerServer } from '../../partner/api/partnerServer.testing.ts';
import { rotateLinkKey } from '../../partner/linkKeyStore.ts';
import { testKeys } from '../../partner/testPartner.testing.ts';
import { signLink } from '../../purchase/session/signedLink.testing.ts';
import { etherInquiry, openOwnGateway } from './testGateway.testing.ts';

const EMAIL = 'awkward@example.com';

const gateway = await openOwnGateway();
const browser = openTestBrowser(gateway);
await browser.login(EMAIL);
const shop = await openPartnerServer(gateway, 'shop');
const linkKey = await gateway.database.transaction((transaction) =>
  rotateLinkKey(transaction, testKeys.partnerSecrets, 'shop', { atOnce: true }),
);
const { id: buyerId } = await gateway.database.one<{ id: string }>(sql`select id from buyers where email = ${EMAIL}`);

type Answer = { readonly body: { readonly respCode: string; readonly respMessage: string; readonly data: unknown } };

/**
 * Returns the refusal as an outcome: its error key, or for a validation error the expected text if the message contains it.
 * Asserts that a validation error begins with the field.
 */
function readRefusal({ body }: Answer, field: string, expected: Outcome): Outcome {
  const { error } = body.data as { readonly error?: string };
  expect(error).not.toBe('fault');
  if (error !== 'malformed' && error !== 'terms_refused') return { refused: error ?? 'none' };
  expect(body.respMessage).toMatch(new RegExp(`^${field}: `));
  const isNamed = 'refused' in expected && body.respMessage.includes(expected.refused);
  return { refused: isNamed ? expected.refused : body.respMessage };
}

async function expectOutcomes(
  inputs: readonly AwkwardInput[],
  findOutcome: (input: string, expected: Outcome) => Promise<Outcome>,
): Promise<void> {
  const outcomes: [string, Outcome][] = [];
  for (const [input, expected] of inputs) outcomes.push([input, await findOutcome(input, expected)]);
  expect(outcomes).toEqual(inputs);
}

const isNoDate = (outcome: Outcome) => 'refused' in outcome && outcome.refused.startsWith('must be a date');
const details = calls.addKyc.example.request;
const readStoredProfile = async () => findProfile(gateway.database, buyerId);

test.each([
  ['phone', awkwardInputs.phone],
  // The contract's test covers values that are not dates.
  ['birthDate', awkwardInputs.birthDate.filter(([, outcome]) => !isNoDate(outcome))],
] as const)('%s is stored normalized or refused', async (field, inputs) => {
  await expectOutcomes(inputs, async (input, expected) => {
    const answer = await browser.post('addKyc', { ...details, [field]: input });
    if (answer.body.respCode !== '200') return readRefusal(answer, field, expected);
    return { accepted: (await readStoredProfile())?.[field] ?? '' };
  });
});

type Accepted = readonly (readonly [input: string, accepted: string])[];

function listAcceptedInputs(inputs: readonly AwkwardInput[]): Accepted {
  return inputs.flatMap(([input, outcome]) => ('accepted' in outcome ? [[input, outcome.accepted]] : []));
}

test('stores names and cities normalized', async () => {
  const names = listAcceptedInputs(awkwardInputs.name);
  const cities = listAcceptedInputs(awkwardInputs.city);
  const half = Math.ceil(names.length / 2);
  for (let at = 0; at < Math.max(half, cities.length); at += 1) {
    const [first, last, city] = [names[at % half], names[half + at] ?? names[0], cities[at % cities.length]];
    await browser.post('addKyc', { ...details, firstName: first?.[0], lastName: last?.[0], city: city?.[0] });
    expect(await readStoredProfile()).toMatchObject({ firstName: first?.[1], lastName: last?.[1], city: city?.[1] });
  }
});

test.each([
  ['BTC', awkwardInputs.bitcoinAddress],
  ['ETH', awkwardInputs.ethereumAddress],
])('accepts a pasted address of %s in its normalized form, or returns its fault', async (getCurrency, inputs) => {
  await expectOutcomes(inputs, async (address) => {
    const { body } = await browser.post('validateGetAddress', { address, getCurrency });
    const verdict = body.data as { readonly valid: boolean; readonly address: string; readonly fault: string };
    return verdict.valid ? { accepted: verdict.address } : { refused: verdict.fault };
  });
});

test('stores the name of a saved address trimmed but otherwise unchanged, or refuses it', async () => {
  const saved = await browser.post('addCryptoAddress', calls.addCryptoAddress.example.request);
  const { addressId } = saved.body.data as { readonly addressId: string };
  await expectOutcomes(awkwardInputs.savedName, async (name, expected) => {
    const answer = await browser.post('editCryptoAddress', { addressId, name });
    if (answer.body.respCode !== '200') return readRefusal(answer, 'name', expected);
    const listed = (await browser.post('address')).body.data as { readonly name: string }[];
    return { accepted: listed[0]?.name ?? '' };
  });
});

async function openPartnerSession(terms: object): Promise<Answer> {
  const idempotencyKey = crypto.randomUUID();
  const made = await shop.call('createSession', { ...etherInquiry, ...terms, idempotencyKey });
  if (made.body.respCode !== '200') return made as unknown as Answer;
  return gateway.post('openSession', made.body.data);
}

test.each([
  ['reference', awkwardInputs.reference],
  ['redirectUrl', awkwardInputs.redirect],
] as const)('returns the partner’s %s in its session', async (field, inputs) => {
  await expectOutcomes(inputs, async (input, expected) => {
    const answer = await openPartnerSession({ [field]: input });
    if (answer.body.respCode !== '200') return readRefusal(answer, field, expected);
    return { accepted: (answer.body.data as Record<string, string>)[field] ?? '' };
  });
});

test('returns the partner’s reference from a signed link, or refuses to open the link', async () => {
  await expectOutcomes(awkwardInputs.reference, async (reference, expected) => {
    const session = await signLink(linkKey, { origin: 'https://shop.example', ...etherInquiry, reference });
    const { body } = await gateway.post('openSession', { session });
    if (body.respCode === '200') return { accepted: (body.data as { reference: string }).reference };
    return readRefusal({ body }, 'reference', expected);
  });
});
