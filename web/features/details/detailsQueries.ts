import type { CallData } from '@slipway/contract/calls.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { foldText } from '../../ui/foldText.ts';

const once = { staleTime: Number.POSITIVE_INFINITY } as const;
const MOST_SUGGESTIONS = 4;
/** Fewer letters would suggest half the country. */
const LEAST_LETTERS = 2;

/** Countries for citizenship. */
export function useCitizenships() {
  return useQuery({ ...once, queryKey: ['getCountry'], queryFn: ({ signal }) => call('getCountry', {}, { signal }) });
}

/** Purposes and natures of an account. */
export function useNatures() {
  return useQuery({
    ...once,
    queryKey: ['getNatureList'],
    queryFn: ({ signal }) => call('getNatureList', {}, { signal }),
  });
}

/** A few cities that begin with what was typed; none once the city stands there in full. */
export function useCitySuggestions(country: string, typed: string): readonly string[] {
  const search = useSettled(typed.trim());
  const { data } = useQuery({
    ...once,
    queryKey: ['getCity', country, search.toLocaleLowerCase()],
    queryFn: ({ signal }) => call('getCity', { country, search }, { signal }),
    enabled: country !== '' && search.length >= LEAST_LETTERS,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (search.length < LEAST_LETTERS) return [];
  const matching = (data ?? []).filter((city) => startsWith(city, search) && city !== search);
  return matching.slice(0, MOST_SUGGESTIONS);
}

function startsWith(city: string, search: string): boolean {
  return foldText(city).startsWith(foldText(search));
}

const TYPING_PAUSE_MS = 200;

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const POLL_MS = 5000;
const OUTCOME_KEY = ['userStatus'] as const;

/** How the buyer's details were judged; asked again and again while they are under review. */
export function useDetailsOutcome(polling: boolean) {
  return useQuery({
    queryKey: OUTCOME_KEY,
    queryFn: ({ signal }) => call('userStatus', {}, { signal }),
    refetchInterval: polling ? POLL_MS : false,
    gcTime: 0,
  });
}

/** What was judged just now takes the place of what was known before. */
export function useRecordOutcome(): (outcome: CallData<'userStatus'>) => void {
  const client = useQueryClient();
  return (outcome) => client.setQueryData(OUTCOME_KEY, outcome);
}
