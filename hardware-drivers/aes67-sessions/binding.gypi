{
  'targets': [
    {
      'target_name': 'aes67_sessions',
      'variables': { 'optimised': '-O1' },
      'sources': ["<!@(find aes67-sessions/src -name '*.cc' | LC_ALL=C sort)"],
    },
  ],
}
