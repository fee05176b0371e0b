{
  'targets': [
    {
      'target_name': 'aes67',
      'dependencies': ['cycles'],
      'variables': { 'optimised': '-O3' },
      # Conversions of samples are vectorised.
      'cflags': ['-fno-trapping-math'],
      'sources': ["<!@(find aes67/src -name '*.cc' | LC_ALL=C sort)"],
    },
  ],
}
