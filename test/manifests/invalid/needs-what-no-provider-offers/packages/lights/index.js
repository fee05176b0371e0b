export default {
  rowdesk: 'provider',
  api: 1,
  name: 'lights',
  roots: ['lights'],
  needs: { dimmer: Symbol.for('rowdesk:dimmer.main') },
  offers: {},
  rows: () => [],
};
