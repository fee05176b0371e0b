{
  'target_defaults': {
    'include_dirs': ['../include', 'src'],
    # A multiplication and an addition round twice, as written, so that all instruction sets and machines agree to the bit.
    'cflags': ['-Wall', '-Wextra', '-ffp-contract=off'],
    'cflags_cc': ['-std=c++20'],
    'cflags_cc!': ['-std=gnu++17', '-fno-exceptions'],
  },
  # One library per instruction set, from one source: `#pragma GCC target` around templates crashes the compiler.
  # Flags of the compiler's own machine must not leak in, so each names its -march.
  'conditions': [
    ['target_arch=="x64"', {
      'variables': { 'kernels': ['kernel-scalar', 'kernel-sse2', 'kernel-avx2', 'kernel-avx512'] },
      'targets': [
        {
          'target_name': 'kernel-scalar', 'type': 'static_library', 'sources': ['src/kernels/kernel.cc'],
          'cflags': ['-O3', '-march=x86-64'], 'defines': ['RD_KERNEL=scalar', 'RD_NAME="scalar"', 'RD_LANES=1'],
        },
        {
          'target_name': 'kernel-sse2', 'type': 'static_library', 'sources': ['src/kernels/kernel.cc'],
          'cflags': ['-O3', '-march=x86-64'], 'defines': ['RD_KERNEL=sse2', 'RD_NAME="sse2"', 'RD_LANES=4'],
        },
        {
          'target_name': 'kernel-avx2', 'type': 'static_library', 'sources': ['src/kernels/kernel.cc'],
          'cflags': ['-O3', '-march=x86-64-v3'], 'defines': ['RD_KERNEL=avx2', 'RD_NAME="avx2"', 'RD_LANES=8'],
        },
        {
          'target_name': 'kernel-avx512', 'type': 'static_library', 'sources': ['src/kernels/kernel.cc'],
          'cflags': ['-O3', '-march=x86-64-v4'], 'defines': ['RD_KERNEL=avx512', 'RD_NAME="avx512"', 'RD_LANES=16'],
        },
      ],
    }],
    ['target_arch=="arm64"', {
      'variables': { 'kernels': ['kernel-scalar', 'kernel-neon'] },
      'targets': [
        {
          'target_name': 'kernel-scalar', 'type': 'static_library', 'sources': ['src/kernels/kernel.cc'],
          'cflags': ['-O3', '-march=armv8-a'], 'defines': ['RD_KERNEL=scalar', 'RD_NAME="scalar"', 'RD_LANES=1'],
        },
        {
          'target_name': 'kernel-neon', 'type': 'static_library', 'sources': ['src/kernels/kernel.cc'],
          'cflags': ['-O3', '-march=armv8-a'], 'defines': ['RD_KERNEL=neon', 'RD_NAME="neon"', 'RD_LANES=4'],
        },
      ],
    }],
    # What is shipped has no tests.
    ['"<!(test -d test && echo yes || echo no)"=="yes"', {
      'targets': [
        {
          # An offline driver, for the tests of index.ts only.
          'target_name': 'test_pump',
          'defines': ['NAPI_VERSION=8'],
          'sources': ['test/pump.c'],
        },
      ],
    }],
  ],
  'targets': [
    {
      'target_name': 'mixer',
      'dependencies': ['<@(kernels)'],
      'include_dirs': ["<!(node -p \"require('node-addon-api').include_dir\")"],
      'defines': ['NAPI_VERSION=8', 'NODE_ADDON_API_CPP_EXCEPTIONS', '_FILE_OFFSET_BITS=64'],
      # All of src but the kernel, which is built per instruction set.
      'sources': [
        "<!@(node -p \"require('fs').readdirSync('src', { recursive: true }).filter(f => f.endsWith('.cc') && f !== 'kernels/kernel.cc').map(f => 'src/' + f).join(' ')\")",
        "../lib/sound-files/src/flac_file.cc",
        "../lib/sound-files/src/flac_library.cc",
        "../lib/sound-files/src/folder.cc",
        "../lib/sound-files/src/growing_file.cc",
        "../lib/sound-files/src/output_file.cc",
        "../lib/sound-files/src/sound_file.cc",
        "../lib/sound-files/src/wav_reader.cc",
        "../lib/sound-files/src/wave_file.cc",
        "../lib/sound-files/src/wave_header.cc",
      ],
      'libraries': ['-ldl'],
    },
  ],
}
