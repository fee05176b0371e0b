export default {
  rowdesk: 'provider',
  api: 1,
  name: 'fine',
  roots: ['fine'],
  needs: {},
  offers: {},
  rows: () => [
    {
      type: 'view',
      template: '/fine',
      params: {},
      fields: { level: { type: 'number' } },
      writable: [],
      continuous: false,
      onDemand: false,
      get: () => ({ level: 1 }),
    },
  ],
};
