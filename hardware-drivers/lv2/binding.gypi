{
  'conditions': [
    ['"<!(pkg-config --exists lilv-0 lv2 2>/dev/null && echo yes || echo no)"=="yes"', {
      'variables': {
        'lv2_cflags': ['<!@(pkg-config --cflags lilv-0 lv2 | sed "s/-I/-isystem/g")'],
        # What both programs have.
        'lv2_parts': '-name channels.cc -o -name clap_host.cc -o -name clap_library.cc -o -name lilv_library.cc '
          '-o -name lv2_key_port.cc -o -name lv2_world.cc -o -name namespaces.cc -o -name privileges.cc -o -name sandbox.cc',
      },
      'targets': [
        {
          'target_name': 'lv2-parts',
          'type': 'static_library',
          'cflags': ['<@(lv2_cflags)'],
          'sources': ["<!(sh lib/one-unit.sh lv2-parts lv2/src -maxdepth 1 '(' <(lv2_parts) ')')"],
        },
        {
          'target_name': 'lv2-rack',
          'type': 'executable',
          'dependencies': ['lv2-parts'],
          'cflags': ['<@(lv2_cflags)'],
          'ldflags': ['-pthread'],
          'sources': ["<!(sh lib/one-unit.sh lv2-rack lv2/src -maxdepth 1 '!' '(' <(lv2_parts) ')')"],
        },
        {
          'target_name': 'lv2-scan',
          'type': 'executable',
          'dependencies': ['lv2-parts'],
          'cflags': ['<@(lv2_cflags)'],
          'ldflags': ['-pthread'],
          'variables': { 'optimised': '-O1' },
          'sources': ["<!(sh lib/one-unit.sh lv2-scan lv2/src/scan)"],
        },
      ],
    }],
  ],
}
