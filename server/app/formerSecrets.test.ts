import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { computeAccountMarks } from '../account/blockStore.ts';
import { issueChallenge, verifyWork } from '../account/login/loginWork.ts';
import { solveChallenge } from '../account/login/solvedWork.testing.ts';
import { createChallengeVerifier, makeChallenge } from '../account/passkeys/passkeyChallenge.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { openMailContent, sealMailContent } from '../notification/sealedMail.ts';
import { writeOnce } from '../partner/api/writeOnce.ts';
import { findLinkKey, rotateLinkKey } from '../partner/linkKeyStore.ts';
import { resealPartnerSecrets } from '../partner/resealStore.ts';
import { listSigningSecrets, rotateSecret } from '../partner/secretStore.ts';
import { computeSeal, INITIAL_SEAL, isValidSeal } from '../platform/audit/auditSeal.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { deriveKeys, type Keys } from '../platform/secrets.ts';
import { exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { computeOrderSeal, hasValidSeal } from '../purchase/order/orderSeal.ts';
import { createEtherTerms } from '../purchase/quote/etherTerms.testing.ts';
import { createQuoteTokens, type IssuedQuote } from '../purchase/quote/quoteToken.ts';
import { computeListSeal, isListSealed } from '../risk/listSeal.ts';

const { database } = await openOwnDatabase();
const OLD = Buffer.from('a former secret for these tests alone');
const NEW = Buffer.from('a present secret for these tests alone');

const before = deriveKeys(OLD);
const during = deriveKeys(NEW, [OLD]);
const after = deriveKeys(NEW);

const now = new Date('2026-11-23T10:00:00Z');
const email = 'anna@example.com';
const mail = { subject: 'Code', body: '123456' };
const { catalog } = seededSettings();
const quote: IssuedQuote = {
  id: 'a quote',
  expireTime: 0,
  country: 'DE',
  partnerId: '',
  reference: '',
  refererUrl: '',
  terms: createEtherTerms(catalog),
};
const line = { lineId: 1, lineHash: Buffer.alloc(32, 1), personsHead: '' };
const passkey = { kind: 'answer', subject: 'browser' } as const;

function canRead(open: () => unknown): boolean {
  try {
    return Boolean(open());
  } catch {
    return false;
  }
}

/** By purpose: creates data with the keys of one secret, and returns a function that checks if other keys accept it. */
const uses: { readonly [Purpose in keyof Keys]: (makes: Keys) => Promise<(takes: Keys) => Promise<boolean>> } = {
  async quoteToken({ quoteToken }) {
    const token = createQuoteTokens(quoteToken, catalog).issue(quote);
    return async (takes) => createQuoteTokens(takes.quoteToken, catalog).open(token) !== undefined;
  },
  async orderSeal({ orderSeal }) {
    const order = { ...exampleOrder, seal: computeOrderSeal(orderSeal, exampleOrder) };
    return async (takes) => hasValidSeal(takes.orderSeal, order);
  },
  async partnerSecrets({ partnerSecrets }) {
    const partnerId = randomUUID();
    const [secret, link] = await database.transaction((transaction) =>
      Promise.all([
        rotateSecret(transaction, partnerSecrets, partnerId, { atOnce: true }),
        rotateLinkKey(transaction, partnerSecrets, partnerId, { atOnce: true }),
      ]),
    );
    const write = { partnerId, call: 'refund', idempotencyKey: 'k' };
    await writeOnce({ database, sealingKeys: partnerSecrets }, write, {}, async () => ({ answered: true }));
    return async (takes) => {
      const read = await Promise.allSettled([
        listSigningSecrets(database, takes.partnerSecrets, partnerId).then(([first]) => first?.equals(secret)),
        findLinkKey(database, takes.partnerSecrets, link.id).then((found) => found?.secret.equals(link.secret)),
        writeOnce({ database, sealingKeys: takes.partnerSecrets }, write, {}, async () => ({ answered: false })).then(
          (answer) => (answer as { answered: boolean }).answered,
        ),
      ]);
      const taken = read.map((one) => one.status === 'fulfilled' && one.value === true);
      if (new Set(taken).size > 1) throw new Error(`taken in part: ${taken.join()}`);
      return taken[0] === true;
    };
  },
  async auditSeal({ auditSeal }) {
    const seal = { ...line, seal: computeSeal(auditSeal, INITIAL_SEAL, line) };
    return async (takes) => isValidSeal(takes.auditSeal, INITIAL_SEAL, seal);
  },
  async sanctionsSeal({ sanctionsSeal }) {
    const edition = { source: 'ofac', version: '1', hash: 'h', fetchedAt: now, publishedAt: null };
    const sealed = { ...edition, seal: computeListSeal(sanctionsSeal, edition, ['0x1']) };
    return async (takes) => isListSealed(takes.sanctionsSeal, sealed, ['0x1']);
  },
  async mailOutbox({ mailOutbox }) {
    const sealed = sealMailContent(mailOutbox, 'id', mail);
    return async (takes) => canRead(() => openMailContent(takes.mailOutbox, 'id', sealed));
  },
  async loginWork({ loginWork }) {
    const work = solveChallenge(issueChallenge(loginWork, { email, bits: 4, nonce: 'any', now }));
    return async (takes) => verifyWork(takes.loginWork, { email, work, now }) !== undefined;
  },
  async accountMark({ accountMark }) {
    const account = { email, partnerId: '0' };
    const [made] = computeAccountMarks(accountMark, account);
    return async (takes) => computeAccountMarks(takes.accountMark, account).some((mark) => mark.equals(made));
  },
  async passkeys({ passkeys }) {
    const challenge = makeChallenge(passkeys, passkey, { nonce: 'any', now });
    return async (takes) =>
      createChallengeVerifier(takes.passkeys, passkey, now).isExpected(Buffer.from(challenge).toString('base64url'));
  },
};

test.each(Object.entries(uses))(
  '%s: accepts data that was made with a former secret, and makes new data only with the current one',
  async (_, use) => {
    const opensOld = await use(before);
    expect([await opensOld(before), await opensOld(during), await opensOld(after)]).toEqual([true, true, false]);
    const opensNew = await use(during);
    expect([await opensNew(after), await opensNew(during), await opensNew(before)]).toEqual([true, true, false]);
  },
);

test('reseals the partners’ secrets so that the former secret can be removed', async () => {
  const partnerId = randomUUID();
  const [secret, link] = await database.transaction((transaction) =>
    Promise.all([
      rotateSecret(transaction, before.partnerSecrets, partnerId, { atOnce: true }),
      rotateLinkKey(transaction, before.partnerSecrets, partnerId, { atOnce: true }),
    ]),
  );
  const reseal = () => database.transaction((transaction) => resealPartnerSecrets(transaction, during.partnerSecrets));
  expect(await reseal()).toBeGreaterThanOrEqual(2);
  expect(await reseal()).toBe(0);
  expect(await listSigningSecrets(database, after.partnerSecrets, partnerId)).toEqual([secret]);
  expect(await findLinkKey(database, after.partnerSecrets, link.id)).toMatchObject({ secret: link.secret });
});
