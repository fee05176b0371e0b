/** Everything is below this; {base_url} of the interface ends with it. */
export const base = '/api';
