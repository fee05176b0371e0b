{
  'conditions': [
    ['"<!(pkg-config --exists lilv-0 lv2 2>/dev/null && echo yes || echo no)"=="yes"', {
      'variables': {
        'lv2_cflags': ['<!@(pkg-config --cflags lilv-0 lv2 | sed "s/-I/-isystem/g")'],
      },
      'targets': [
        {
          # What both programs have.
          'target_name': 'lv2-parts',
          'type': 'static_library',
          'cflags': ['<@(lv2_cflags)'],
          'sources': [
            'src/channels.cc',
            'src/clap_host.cc',
            'src/clap_library.cc',
            'src/lilv_library.cc',
            'src/lv2_key_port.cc',
            'src/lv2_world.cc',
            'src/privileges.cc',
            'src/sandbox.cc',
          ],
        },
        {
          'target_name': 'lv2-rack',
          'type': 'executable',
          'dependencies': ['lv2-parts'],
          'cflags': ['<@(lv2_cflags)'],
          'ldflags': ['-pthread'],
          'sources': ["<!@(find lv2/src -maxdepth 1 -name '*.cc' | LC_ALL=C sort)"],
          'sources!': [
            'src/channels.cc',
            'src/clap_host.cc',
            'src/clap_library.cc',
            'src/lilv_library.cc',
            'src/lv2_key_port.cc',
            'src/lv2_world.cc',
            'src/privileges.cc',
            'src/sandbox.cc',
          ],
        },
        {
          'target_name': 'lv2-scan',
          'type': 'executable',
          'dependencies': ['lv2-parts'],
          'cflags': ['<@(lv2_cflags)'],
          'ldflags': ['-pthread'],
          'variables': { 'optimised': '-O1' },
          'sources': ["<!@(find lv2/src/scan -name '*.cc' | LC_ALL=C sort)"],
        },
      ],
    }],
  ],
}
