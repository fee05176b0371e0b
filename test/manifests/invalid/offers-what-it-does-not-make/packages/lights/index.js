export default {
  rowdesk: 'provider',
  api: 1,
  name: 'lights',
  roots: ['lights'],
  needs: {},
  offers: { dimmer: Symbol.for('rowdesk:dimmer.main') },
  rows: () => [],
};
