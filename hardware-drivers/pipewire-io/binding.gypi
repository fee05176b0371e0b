{
  'conditions': [
    ['"<!(pkg-config --exists libpipewire-0.3 libspa-0.2 2>/dev/null && echo yes || echo no)"=="yes"', {
      'targets': [
        {
          'target_name': 'pipewire_io',
          'dependencies': ['cycles', 'pipewire-client'],
          # System headers: their inline functions are not ours to be warned of.
          'cflags': ['-Wno-pedantic', '<!@(pkg-config --cflags libpipewire-0.3 libspa-0.2 | sed "s/-I/-isystem/g")'],
          'sources': ["<!(sh lib/one-unit.sh pipewire-io pipewire-io/src)"],
        },
      ],
    }],
  ],
}
