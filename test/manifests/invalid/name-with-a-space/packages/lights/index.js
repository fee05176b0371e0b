export default {
  rowdesk: 'provider',
  api: 1,
  name: 'Stage Lights',
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
