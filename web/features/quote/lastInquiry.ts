import { createContext } from 'react';
import type { Inquiry } from './quoteReducer.ts';

/** The buyer's latest question for a quote; it outlives a screen that fails and is mounted again. */
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
