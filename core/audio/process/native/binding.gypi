{
  'targets': [
    {
      'target_name': 'driver_process',
      'sources': ["<!@(find ../core/audio/process/native -name '*.cc' -not -path '*/test/*' -not -path '*/bench/*' | LC_ALL=C sort)"],
    },
  ],
}
