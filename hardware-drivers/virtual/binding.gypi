{
  'targets': [
    {
      'target_name': 'virtual',
      'dependencies': ['sound-files'],
      'sources': ["<!@(find virtual/src -name '*.cc' | LC_ALL=C sort)"],
    },
  ],
  'conditions': [
    # What is shipped has no tests.
    ['"<!(test -d virtual/test && echo yes || echo no)"=="yes"', {
      'targets': [{ 'target_name': 'test_processor', 'sources': ['test/test_processor.cc'] }],
    }],
  ],
}
