export const frame = {
  'frame.lost': 'No answer from the desk',
  'frame.waiting': 'Waiting for the desk',
} as const;
