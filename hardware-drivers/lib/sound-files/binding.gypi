{
  'targets': [
    {
      'target_name': 'sound-files',
      'type': 'static_library',
      'sources': ["<!(sh lib/one-unit.sh sound-files lib/sound-files/src)"],
    },
  ],
}
