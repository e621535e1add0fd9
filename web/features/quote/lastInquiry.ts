import { createContext } from 'react';
import type { Inquiry } from './quoteReducer.ts';

/** Stores the buyer's last quote request, so that it survives a failed and remounted screen. */
export type LastInquiry = { read(): Inquiry | null; write(inquiry: Inquiry): void };

export function createLastInquiry(): LastInquiry {
  let last: Inquiry | null = null;
  return {
    read: () => last,
    write: (inquiry) => {
      last = inquiry;
    },
  };
}

export const LastInquiryContext = createContext<LastInquiry>({ read: () => null, write: () => undefined });
