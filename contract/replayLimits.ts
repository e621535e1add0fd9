/** Characters of one part of a recorded visit: in JSON and UTF-8 never more than the 64 KiB that a body may have. */
export const MOST_REPLAY_CHARACTERS = 20_000;

/** Parts of one recording. */
export const MOST_REPLAY_PARTS = 1_000;
