export default {
  rowdesk: 'provider',
  api: 1,
  name: 'lights',
  roots: ['lights'],
  needs: {},
  offers: {},
  rows: () => [
    {
      type: 'view',
      template: '/lights',
      params: {},
      fields: { level: { type: 'number' } },
      writable: [],
      continuous: false,
      onDemand: false,
      get: () => ({ level: 1 }),
    },
  ],
};
