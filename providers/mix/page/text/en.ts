// All texts of the page in English. `{name}` is filled in.
export const en = {
  'desk.lost': 'No answer from the desk',
  'desk.waiting': 'Waiting for the desk',
  'strip.mute': 'Mute',
  'strip.solo': 'Solo',
} as const;
