{
  'targets': [
    {
      'target_name': 'recorder',
      'dependencies': ['sound-files'],
      'sources': ["<!@(find recorder/src -name '*.cc' | LC_ALL=C sort)"],
    },
  ],
}
