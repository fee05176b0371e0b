export default {
  rowdesk: 'provider',
  api: 1,
  name: 'lights',
  roots: ['lights'],
  needs: {},
  offers: {},
  rows: () => [],
  config: {
    type: 'object',
    properties: { port: { type: 'integer', minimum: 1, default: 7000 } },
    additionalProperties: false,
  },
};
