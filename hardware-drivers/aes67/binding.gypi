{
  'targets': [
    {
      'target_name': 'aes67',
      'dependencies': ['cycles'],
      'variables': { 'optimised': '-O3' },
      # Conversions of samples are vectorised.
      'cflags': ['-fno-trapping-math'],
      'sources': ["<!(sh lib/one-unit.sh aes67 aes67/src)"],
    },
  ],
}
