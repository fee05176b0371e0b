{
  'variables': { 'mixer_parts': ['mixer-engine', 'mixer-analysis', 'mixer-addon', 'mixer-control', 'sound-files'] },
  # One library per instruction set, from one source: `#pragma GCC target` around templates crashes the compiler.
  # Flags of the compiler's own machine must not leak in, so each names its -march.
  'conditions': [
    ['target_arch=="x64"', {
      'variables': { 'kernels': ['kernel-scalar', 'kernel-sse2', 'kernel-avx2', 'kernel-avx512'] },
      'targets': [
        {
          'target_name': 'kernel-scalar', 'type': 'static_library', 'sources': ['src/kernels/kernel.cc'], 'include_dirs': ['src'],
          'variables': { 'optimised': '-O3' },
          'cflags': ['-march=x86-64'], 'defines': ['RD_KERNEL=scalar', 'RD_NAME="scalar"', 'RD_LANES=1'],
        },
        {
          'target_name': 'kernel-sse2', 'type': 'static_library', 'sources': ['src/kernels/kernel.cc'], 'include_dirs': ['src'],
          'variables': { 'optimised': '-O3' },
          'cflags': ['-march=x86-64'], 'defines': ['RD_KERNEL=sse2', 'RD_NAME="sse2"', 'RD_LANES=4'],
        },
        {
          'target_name': 'kernel-avx2', 'type': 'static_library', 'sources': ['src/kernels/kernel.cc'], 'include_dirs': ['src'],
          'variables': { 'optimised': '-O3' },
          'cflags': ['-march=x86-64-v3'], 'defines': ['RD_KERNEL=avx2', 'RD_NAME="avx2"', 'RD_LANES=8'],
        },
        {
          'target_name': 'kernel-avx512', 'type': 'static_library', 'sources': ['src/kernels/kernel.cc'], 'include_dirs': ['src'],
          'variables': { 'optimised': '-O3' },
          'cflags': ['-march=x86-64-v4'], 'defines': ['RD_KERNEL=avx512', 'RD_NAME="avx512"', 'RD_LANES=16'],
        },
      ],
    }],
    ['target_arch=="arm64"', {
      'variables': { 'kernels': ['kernel-scalar', 'kernel-neon'] },
      'targets': [
        {
          'target_name': 'kernel-scalar', 'type': 'static_library', 'sources': ['src/kernels/kernel.cc'], 'include_dirs': ['src'],
          'variables': { 'optimised': '-O3' },
          'cflags': ['-march=armv8-a'], 'defines': ['RD_KERNEL=scalar', 'RD_NAME="scalar"', 'RD_LANES=1'],
        },
        {
          'target_name': 'kernel-neon', 'type': 'static_library', 'sources': ['src/kernels/kernel.cc'], 'include_dirs': ['src'],
          'variables': { 'optimised': '-O3' },
          'cflags': ['-march=armv8-a'], 'defines': ['RD_KERNEL=neon', 'RD_NAME="neon"', 'RD_LANES=4'],
        },
      ],
    }],
    # What is shipped has no tests.
    ['"<!(test -d mixer/test && echo yes || echo no)"=="yes"', {
      'targets': [
        {
          # An offline driver, for the tests of index.ts only.
          'target_name': 'test_pump',
          'sources': ['test/pump.c'],
        },
      ],
    }],
  ],
  'targets': [
    {
      # The audio thread.
      'target_name': 'mixer-engine', 'type': 'static_library', 'include_dirs': ['src'],
      'sources': [
        '<!(sh lib/one-unit.sh mixer-engine mixer/src/engine mixer/src/processors mixer/src/hosted mixer/src/hardware-inserts '
          'mixer/src/capture)',
      ],
    },
    {
      # Spectra, delays and howling: sound, beside the audio thread.
      'target_name': 'mixer-analysis', 'type': 'static_library', 'include_dirs': ['src'],
      'variables': { 'optimised': '-O3' },
      'sources': ["<!(sh lib/one-unit.sh mixer-analysis mixer/src/analysis mixer/src/feedback mixer/src/measurement)"],
    },
    {
      'target_name': 'mixer-control', 'type': 'static_library', 'include_dirs': ['src'],
      'variables': { 'optimised': '-O1' },
      'sources': ["<!(sh lib/one-unit.sh mixer-control mixer/src/control)"],
    },
    {
      # By itself: the programs of the tests have all but this.
      'target_name': 'mixer-addon', 'type': 'static_library', 'include_dirs': ['src'],
      'variables': { 'optimised': '-O1' },
      'sources': ["<!(sh lib/one-unit.sh mixer-addon mixer/src/addon)"],
    },
    {
      'target_name': 'mixer', 'include_dirs': ['src'],
      'dependencies': ['<@(kernels)', '<@(mixer_parts)'],
      'sources': ['src/kernels/instruction_set.cc'],
      # The rest of the module is in the libraries, and is what this function needs.
      'ldflags': ['-Wl,-u,napi_register_module_v1'],
    },
    {
      # The same with the kernels that this machine needs for its first sound.
      'target_name': 'mixer_first', 'include_dirs': ['src'],
      'dependencies': ['kernel-scalar', 'kernel-<(own_kernel)', '<@(mixer_parts)'],
      'sources': ['src/kernels/instruction_set.cc'],
      'defines': ['RD_OWN_KERNEL="<(own_kernel)"'],
      'ldflags': ['-Wl,-u,napi_register_module_v1'],
    },
  ],
}
