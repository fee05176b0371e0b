{
  'conditions': [
    ['"<!(pkg-config --exists libpipewire-0.3 libspa-0.2 2>/dev/null && echo yes || echo no)"=="yes"', {
      'targets': [
        {
          'target_name': 'pipewire-client',
          'type': 'static_library',
          'sources': ['src/library.cc'],
          # System headers: their inline functions are not ours to be warned of.
          'cflags': ['-Wno-pedantic', '<!@(pkg-config --cflags libpipewire-0.3 libspa-0.2 | sed "s/-I/-isystem/g")'],
        },
      ],
    }],
  ],
}
