import type { DoctorCheck } from '@slipway/contract/entities/partnerPages.ts';
import type { Partner } from '../partner.ts';

/** All facts about how a partner has embedded Slipway in a page; the checks request nothing else. */
export type EmbedFacts = {
  readonly partner: Pick<Partner, 'id' | 'origins' | 'redirects' | 'webhookUrl'>;
  readonly configured: {
    /** Public origin of Slipway. */
    readonly origin: string;
    /** Integrity hash of the current loader for a script tag; undefined without a build. */
    readonly integrity: string | undefined;
  };
  readonly events: {
    readonly hasSecret: boolean;
    /** Null: the endpoint is on or does not exist. */
    readonly offReason: string | null;
    /** Reason why the webhook address may not be posted to; undefined if it may, or if there is no address. */
    readonly addressRefused: string | undefined;
  };
  readonly keys: {
    /** True if the partner's server has a key for its calls. */
    readonly hasKey: boolean;
    /** Expiry of the key still in use if the partner has not started to use its successor; null otherwise. */
    readonly endsAt: Date | null;
  };
  readonly page: EmbedPage;
};

export type EmbedPage = {
  readonly url: URL;
  /** Undefined if no answer came; `fault` has the reason. */
  readonly answer: PageAnswer | undefined;
  readonly fault: string;
};

export type PageAnswer = {
  readonly status: number;
  /** Header names in lower case; values of a repeated header are joined with commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The beginning of the page, up to the size limit. */
  readonly html: string;
  /** This server's time when the answer came. */
  readonly at: Date;
};

/** A fault and the change that fixes it. */
export type Finding = { readonly id: DoctorCheck; readonly fault: string; readonly change: string };
