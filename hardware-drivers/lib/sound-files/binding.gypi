{
  'targets': [
    {
      'target_name': 'sound-files',
      'type': 'static_library',
      'sources': ["<!@(find lib/sound-files/src -name '*.cc' | LC_ALL=C sort)"],
    },
  ],
}
