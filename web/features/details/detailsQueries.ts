import type { CallData } from '@slipway/contract/calls.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { foldText } from '../../ui/picker/foldText.ts';
import { requestUserStatus } from '../identity/requestUserStatus.ts';

const LOADED_ONCE = { staleTime: Number.POSITIVE_INFINITY } as const;
const MAX_SUGGESTIONS = 4;
/** Minimum input for suggestions; fewer letters match too many cities. */
const MIN_LETTERS = 2;

/** Loads the countries of citizenship. */
export function useCitizenships() {
  return useQuery({
    ...LOADED_ONCE,
    queryKey: ['getCountry'],
    queryFn: ({ signal }) => call('getCountry', {}, { signal }),
  });
}

/** Loads the purposes and natures of an account. */
export function useNatures() {
  return useQuery({
    ...LOADED_ONCE,
    queryKey: ['getNatureList'],
    queryFn: ({ signal }) => call('getNatureList', {}, { signal }),
  });
}

/** Returns cities that start with the input, without the city already typed in full. */
export function useCitySuggestions(country: string, typed: string): readonly string[] {
  const search = useDebounced(typed.trim());
  const { data } = useQuery({
    ...LOADED_ONCE,
    queryKey: ['getCity', country, search.toLocaleLowerCase()],
    queryFn: ({ signal }) => call('getCity', { country, search }, { signal }),
    enabled: country !== '' && search.length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (search.length < MIN_LETTERS) return [];
  const matching = (data ?? []).filter((city) => startsWith(city, search) && city !== search);
  return matching.slice(0, MAX_SUGGESTIONS);
}

function startsWith(city: string, search: string): boolean {
  return foldText(city).startsWith(foldText(search));
}

const TYPING_PAUSE_MS = 200;

/** Returns the value once it has been stable for a short time. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const POLL_MS = 5000;
const OUTCOME_KEY = ['userStatus'] as const;

/** Loads the result of the check of the buyer's details; if `polling`, again every five seconds. */
export function useDetailsStatus(polling: boolean) {
  return useQuery({
    queryKey: OUTCOME_KEY,
    queryFn: ({ signal }) => requestUserStatus({ signal }),
    refetchInterval: polling ? POLL_MS : false,
    gcTime: 0,
  });
}

/** Returns a function that replaces the cached result with a new one. */
export function useCacheUserStatus(): (outcome: CallData<'userStatus'>) => void {
  const client = useQueryClient();
  return (outcome) => client.setQueryData(OUTCOME_KEY, outcome);
}
