import { eraseExpired } from '../../account/deletion/eraseExpired.ts';
import { deleteOldSentMail } from '../../account/deletion/sentMailStore.ts';
import { deleteLapsedDocumentRequests } from '../../account/identityLevels/documentRequestStore.ts';
import { deleteOldLoginCodes } from '../../account/login/loginStore.ts';
import { deleteOldMintedTokens } from '../../account/login/mintedTokenStore.ts';
import { deleteOldChallenges } from '../../account/passkeys/passkeyStore.ts';
import { deleteOldAccessLog } from '../../account/sessions/accessLogStore.ts';
import { deleteOldConsoleSessions } from '../../console/session/consoleSessionStore.ts';
import { deleteOldSignOns } from '../../console/signOn/signOnStore.ts';
import { eraseOldAlertMessages } from '../../notification/alertMessageStore.ts';
import { deleteExpiredCallRecords } from '../../partner/api/callCleanupStore.ts';
import { deleteOldPartnerEvents } from '../../partner/partnerEventStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { sweepRateLimits } from '../../platform/http/limits/rateLimitStore.ts';
import { eraseInboxBodies } from '../../platform/inbox/inboxStore.ts';
import { deleteOldEvidence } from '../../purchase/dispute/manualEvidenceStore.ts';
import { deleteOldOffers } from '../../purchase/offer/offerStore.ts';
import { deleteOldAnswerCounts } from '../../purchase/offer/providerAnswerStore.ts';
import { deleteOldTestQuotes } from '../../purchase/offer/testQuoteStore.ts';
import { clearOldVendorMessages } from '../../purchase/order/stepRunner/journalStore.ts';
import { deleteOldPartnerSessions } from '../../purchase/session/partnerSessionStore.ts';
import { deleteOldRecordings } from '../../tracking/recordingStore.ts';
import { deleteOldPoints } from '../../tracking/trackingStore.ts';

/** Deletes expired data, and accounts whose retention period is over. */
export async function deleteExpiredData(database: Database): Promise<void> {
  await deleteOldPoints(database);
  await deleteOldOffers(database);
  await deleteOldAnswerCounts(database);
  await deleteOldTestQuotes(database);
  await deleteOldRecordings(database);
  await deleteOldLoginCodes(database);
  await deleteOldAccessLog(database);
  await deleteLapsedDocumentRequests(database);
  await deleteOldChallenges(database);
  await deleteOldSentMail(database);
  await sweepRateLimits(database);
  await eraseInboxBodies(database);
  await clearOldVendorMessages(database);
  await eraseOldAlertMessages(database);
  await deleteOldPartnerEvents(database);
  await deleteOldPartnerSessions(database);
  await deleteOldMintedTokens(database);
  await deleteExpiredCallRecords(database);
  await deleteOldConsoleSessions(database);
  await deleteOldSignOns(database);
  await deleteOldEvidence(database);
  await eraseExpired({ database });
}
