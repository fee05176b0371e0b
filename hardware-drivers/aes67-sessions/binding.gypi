{
  'targets': [
    {
      'target_name': 'aes67_sessions',
      'variables': { 'optimised': '-O1' },
      'sources': ["<!(sh lib/one-unit.sh aes67-sessions aes67-sessions/src)"],
    },
  ],
}
