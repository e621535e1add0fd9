/** Characters of one part of a recorded visit: in JSON and UTF-8 never more than the body limit of 64 KiB. */
export const MAX_RECORDING_PART_LENGTH = 20_000;

/** Maximum number of parts of one recording. */
export const MAX_RECORDING_PARTS = 1_000;
