import type { Partner } from '../partner.ts';

/** Everything that is known of how a partner has put Slipway into a page; nothing of it is asked for again. */
export type EmbedFacts = {
  readonly partner: Pick<Partner, 'id' | 'origins' | 'redirects' | 'webhookUrl'>;
  readonly ours: {
    /** Where the product is served. */
    readonly origin: string;
    /** Of the loader's present version, as it stands in a script tag; undefined where no build is at hand. */
    readonly integrity: string | undefined;
  };
  readonly events: {
    readonly hasSecret: boolean;
    /** Null: the endpoint is on, or there is none. */
    readonly offReason: string | null;
    /** Why nothing may be posted to the address; undefined where there is none, or it may. */
    readonly addressRefused: string | undefined;
  };
  readonly keys: {
    /** Whether the partner's server has a key for its calls. */
    readonly any: boolean;
    /** When the key that it still uses ends, where it has not begun to use the next one; null otherwise. */
    readonly endsAt: Date | null;
  };
  readonly page: EmbedPage;
};

export type EmbedPage = {
  readonly url: URL;
  /** Undefined: no answer came, and `fault` says why. */
  readonly answer: PageAnswer | undefined;
  readonly fault: string;
};

export type PageAnswer = {
  readonly status: number;
  /** Names in lower case; the values of one that came several times, joined with commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The beginning of the page. */
  readonly html: string;
  /** Ours, when the answer came. */
  readonly at: Date;
};

/** What is wrong, and the line that would change it. */
export type Finding = { readonly id: string; readonly says: string; readonly change: string };
