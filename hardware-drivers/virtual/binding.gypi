{
  'targets': [
    {
      'target_name': 'virtual',
      'dependencies': ['sound-files'],
      'sources': [
        "<!(sh lib/one-unit.sh virtual virtual/src '!' -name 'addon*')",
        "<!(sh lib/one-unit.sh virtual-addon virtual/src -name 'addon*')",
      ],
    },
  ],
  'conditions': [
    # What is shipped has no tests.
    ['"<!(test -d virtual/test && echo yes || echo no)"=="yes"', {
      'targets': [{ 'target_name': 'test_processor', 'sources': ['test/test_processor.cc'] }],
    }],
  ],
}
