{
  'conditions': [
    ['"<!(pkg-config --exists jack 2>/dev/null && echo yes || echo no)"=="yes"', {
      'targets': [
        {
          'target_name': 'jack',
          'dependencies': ['cycles'],
          # System headers: what they declare is not ours to be warned of.
          'cflags': ['<!@(pkg-config --cflags jack | sed "s/-I/-isystem/g")'],
          'sources': ["<!(sh lib/one-unit.sh jack jack/src)"],
        },
      ],
    }],
  ],
}
