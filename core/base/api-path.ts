/** The path above all rows; {base_url} of the interface ends with it. */
export const apiPath = '/api';
