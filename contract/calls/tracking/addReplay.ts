import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { MAX_RECORDING_PART_LENGTH, MAX_RECORDING_PARTS } from '../../recordingLimits.ts';

export const addReplay = defineCall({
  name: 'addReplay',
  tag: 'tracking',
  summary:
    'Stores a part of a recorded visit, for debugging, while the operator has recording enabled. Part 0, which may be empty, opens the recording.',
  auth: 'none',
  request: z.object({
    recording: z.uuid().describe('Random id of this recording'),
    sequence: z
      .int()
      .min(0)
      .max(MAX_RECORDING_PARTS - 1)
      .describe('Number of the part, from 0; a part that is sent again is stored once'),
    events: z
      .string()
      .max(MAX_RECORDING_PART_LENGTH)
      .describe(
        'JSON lines, one per event. The recording is the concatenation of its parts; a part may end anywhere, even within a line.',
      ),
  }),
  data: z.object({}),
  errors: ['replay_off', 'replay_full'],
  example: {
    request: { recording: '3f0c5a52-6d0e-4b53-9a52-0d2f6f1f4c11', sequence: 0, events: '' },
    data: {},
  },
});
