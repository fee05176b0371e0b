{
  'targets': [
    {
      'target_name': 'driver_process',
      'sources': ["<!(sh lib/one-unit.sh driver-process ../core/audio/process/native)"],
    },
  ],
}
