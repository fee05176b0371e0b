export default { name: 'lights', rows: () => [] };
