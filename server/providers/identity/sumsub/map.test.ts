import { expect, test } from 'vitest';
import { toDocument, toIdentityCheck, toPageLanguage } from './map.ts';

const LEVEL = 'id-and-liveness';
const WORKFLOW_LEVEL = 'id-and-address';

function mapStatus(review: Parameters<typeof toIdentityCheck>[1]) {
  const { status, retryable } = toIdentityCheck('applicant', review, [LEVEL, WORKFLOW_LEVEL]);
  return retryable ? `${status}, retryable` : status;
}

test.each([
  [{ reviewStatus: 'init' }, 'needs_info'],
  [{ reviewStatus: 'awaitingUser' }, 'needs_info'],
  [{ reviewStatus: 'pending' }, 'processing'],
  [{ reviewStatus: 'prechecked' }, 'processing'],
  [{ reviewStatus: 'queued' }, 'processing'],
  [{ reviewStatus: 'onHold' }, 'processing'],
  [{ reviewStatus: 'awaitingService' }, 'processing'],
  [{ reviewStatus: 'completed' }, 'processing'],
  [{ reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } }, 'processing'],
  [{ reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' }, levelName: WORKFLOW_LEVEL }, 'accepted'],
  [{ reviewStatus: 'init', levelName: WORKFLOW_LEVEL }, 'needs_info'],
  [{ reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' }, levelName: LEVEL }, 'accepted'],
  [{ reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' }, levelName: 'e-mail-only' }, 'needs_info'],
  [{ reviewStatus: 'completed', reviewResult: { reviewAnswer: 'YELLOW' } }, 'processing'],
  [{ reviewStatus: 'completed', reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'FINAL' } }, 'rejected'],
  [
    { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'RETRY' } },
    'rejected, retryable',
  ],
  [{ reviewStatus: 'completed', reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'EXTERNAL' } }, 'processing'],
  [{ reviewStatus: 'completed', reviewResult: { reviewAnswer: 'RED' } }, 'processing'],
  // The review is repeated: the previous result is ignored.
  [{ reviewStatus: 'pending', reviewResult: { reviewAnswer: 'GREEN' } }, 'processing'],
  [{ reviewStatus: 'onHold', reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'FINAL' } }, 'processing'],
  [{ reviewStatus: 'constructor' }, 'processing'],
])('%j is %s', (review, status) => {
  expect(mapStatus(review)).toBe(status);
});

test('returns a message to the buyer only with a rejection', () => {
  const reviewResult = { reviewAnswer: 'RED', reviewRejectType: 'RETRY', moderationComment: ' Blurred. ' };
  expect(toIdentityCheck('a', { reviewStatus: 'completed', reviewResult }, [LEVEL]).message).toBe('Blurred.');
  expect(toIdentityCheck('a', { reviewStatus: 'pending', reviewResult }, [LEVEL]).message).toBeUndefined();
});

test.each([
  ['en-US', 'en'],
  ['zh-CN', 'zh'],
  ['zh_TW', 'zh-tw'],
  ['zh-Hant-HK', 'zh-tw'],
  ['de', 'de'],
])('locale %s opens the page in %s', (locale, language) => {
  expect(toPageLanguage(locale)).toBe(language);
});

test('reads a document’s names in each alphabet, birth date and citizenship, and omits what is missing', () => {
  const extracted = {
    firstName: 'Анна',
    lastName: 'Вебер',
    firstNameEn: 'Anna',
    middleNameEn: 'Maria',
    lastNameEn: 'Weber',
  };
  expect(toDocument({ ...extracted, dob: '1990-05-31', nationality: 'DEU' })).toEqual({
    names: [
      { given: 'Анна', family: 'Вебер' },
      { given: 'Anna Maria', family: 'Weber' },
    ],
    birthDate: '1990-05-31',
    citizenship: 'DE',
  });
  expect(toDocument({ nationality: 'XXX' })).toEqual({ names: [] });
});
