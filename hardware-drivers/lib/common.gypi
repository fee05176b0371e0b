# What all targets of the tree have in common.
{
  'variables': {
    # What the processor of this machine runs best; the first build has the mixer with this kernel and the portable one.
    'own_kernel%': 'scalar',
  },
  'target_defaults': {
    'include_dirs': ['../include', "<!(node -p \"require('node-addon-api').include_dir\")"],
    'defines': ['NAPI_VERSION=8', 'NAPI_CPP_EXCEPTIONS', 'NODE_ADDON_API_DISABLE_DEPRECATED', '_GNU_SOURCE', '_FILE_OFFSET_BITS=64'],
    # A multiplication and an addition round twice, as written, so that all instruction sets and machines agree to the bit.
    'cflags': ['-Wall', '-Wextra', '-Wno-missing-field-initializers', '-ffp-contract=off'],
    # Optimised by role: -O3 where samples are computed, -O2 on threads of the sound, -O1 elsewhere, where nothing is hot.
    # A unit includes its sources (lib/one-unit.sh): types without linkage are its own all the same.
    'cflags_cc': ['-std=c++20', '-fvisibility=hidden', '-Wno-subobject-linkage', '>(optimised)'],
    'cflags!': ['-fno-exceptions', '-O3'],
    'cflags_cc!': ['-fno-exceptions', '-std=gnu++17', '-std=gnu++20'],
    'variables': { 'optimised%': '-O2' },
    # Libraries of others are opened at run time, never linked.
    'libraries': ['-ldl'],
  },
}
