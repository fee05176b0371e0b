{
  "target_defaults": {
    "include_dirs": ["<!(node -p \"require('node-addon-api').include_dir\")", "../include"],
    "defines": ["NAPI_VERSION=8", "NAPI_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED"],
    "cflags": ["-Wall", "-Wextra", "-Wno-missing-field-initializers"],
    "cflags_cc": ["-std=c++20", "-ffp-contract=off", "-fvisibility=hidden"],
    "cflags!": ["-fno-exceptions"],
    "cflags_cc!": ["-fno-exceptions", "-std=gnu++17"]
  },
  "targets": [
    {
      "target_name": "virtual",
      "sources": [
        "src/addon.cc",
        "src/addon_processor.cc",
        "src/addon_recorder.cc",
        "src/addon_setup.cc",
        "src/addon_stagebox.cc",
        "src/decode.cc",
        "src/input.cc",
        "src/pump.cc",
        "src/recorder.cc",
        "src/resampler.cc",
        "src/setup.cc",
        "src/setup_swap.cc",
        "src/stagebox.cc",
        "src/timer_clock.cc",
        "src/voice.cc",
        "../lib/cycles/src/addon_figures.h",
        "../lib/cycles/src/thread_figures.h",
        "../lib/sound-files/src/flac_file.cc",
        "../lib/sound-files/src/flac_library.cc",
        "../lib/sound-files/src/folder.cc",
        "../lib/sound-files/src/growing_file.cc",
        "../lib/sound-files/src/output_file.cc",
        "../lib/sound-files/src/sound_file.cc",
        "../lib/sound-files/src/wav_reader.cc",
        "../lib/sound-files/src/wave_file.cc",
        "../lib/sound-files/src/wave_header.cc"
      ],
      "libraries": ["-ldl"]
    }
  ],
  "conditions": [
    # What is shipped has no tests.
    ["'<!(test -d test && echo yes || echo no)'=='yes'", {
      "targets": [
        {
          "target_name": "test_processor",
          "sources": ["test/test_processor.cc"]
        }
      ]
    }]
  ]
}
