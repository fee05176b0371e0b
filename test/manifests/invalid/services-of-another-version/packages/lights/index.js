export default {
  rowdesk: 'provider',
  api: 7,
  name: 'lights',
  roots: ['lights'],
  needs: {},
  offers: {},
  rows: () => [],
};
