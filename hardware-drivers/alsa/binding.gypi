{
  'conditions': [
    ['"<!(pkg-config --exists alsa 2>/dev/null && echo yes || echo no)"=="yes"', {
      'targets': [
        {
          'target_name': 'alsa',
          'dependencies': ['cycles'],
          'variables': { 'optimised': '-O3' },
          # Conversions of samples are vectorised.
          'cflags': ['-fno-trapping-math', '<!@(pkg-config --cflags alsa | sed "s/-I/-isystem/g")'],
          'sources': ["<!(sh lib/one-unit.sh alsa alsa/src)"],
        },
      ],
    }],
  ],
}
