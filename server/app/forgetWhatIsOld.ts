import { sweepAccessLog } from '../account/accessLogStore.ts';
import { sweepDocumentRequests } from '../account/documentRequestStore.ts';
import { eraseExpired } from '../account/eraseExpired.ts';
import { sweepLoginCodes } from '../account/loginStore.ts';
import { forgetMintedTokens } from '../account/mintedTokenStore.ts';
import { sweepChallenges } from '../account/passkeys/passkeyStore.ts';
import { sweepOutbox } from '../account/sentMailStore.ts';
import { forgetOldConsoleSessions } from '../console/session/consoleSessionStore.ts';
import { deleteOldSignOns } from '../console/signOn/signOnStore.ts';
import { forgetOldMessages } from '../notification/alertMessageStore.ts';
import { forgetOldPartnerCalls } from '../partner/api/forgetStore.ts';
import { forgetOldPartnerEvents } from '../partner/partnerEventStore.ts';
import type { Database } from '../platform/database/database.ts';
import { sweepRateLimits } from '../platform/http/rateLimitStore.ts';
import { forgetBodies } from '../platform/inbox/inboxStore.ts';
import { forgetOldEvidence } from '../purchase/dispute/evidenceByHandStore.ts';
import { forgetOldHeard } from '../purchase/offer/heardAnswerStore.ts';
import { forgetOldOffers } from '../purchase/offer/offerStore.ts';
import { forgetOldTestQuotes } from '../purchase/offer/testQuoteStore.ts';
import { forgetOldWords } from '../purchase/order/journalStore.ts';
import { forgetOldPartnerSessions } from '../purchase/session/partnerSessionStore.ts';
import { forgetOldRecordings } from '../tracking/replayStore.ts';
import { forgetOldPoints } from '../tracking/trackingStore.ts';

/** What nobody needs any longer, and accounts whose years are over. */
export async function forgetWhatIsOld(database: Database): Promise<void> {
  await forgetOldPoints(database);
  await forgetOldOffers(database);
  await forgetOldHeard(database);
  await forgetOldTestQuotes(database);
  await forgetOldRecordings(database);
  await sweepLoginCodes(database);
  await sweepAccessLog(database);
  await sweepDocumentRequests(database);
  await sweepChallenges(database);
  await sweepOutbox(database);
  await sweepRateLimits(database);
  await forgetBodies(database);
  await forgetOldWords(database);
  await forgetOldMessages(database);
  await forgetOldPartnerEvents(database);
  await forgetOldPartnerSessions(database);
  await forgetMintedTokens(database);
  await forgetOldPartnerCalls(database);
  await forgetOldConsoleSessions(database);
  await deleteOldSignOns(database);
  await forgetOldEvidence(database);
  await eraseExpired({ database });
}
