{
  'targets': [
    {
      'target_name': 'cycles',
      'type': 'static_library',
      'sources': ['src/cycles.cc'],
    },
  ],
}
