{
  "targets": [
    {
      "target_name": "recorder",
      "include_dirs": ["<!(node -p \"require('node-addon-api').include_dir\")", "../include"],
      "defines": ["NAPI_VERSION=8", "NAPI_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED", "_FILE_OFFSET_BITS=64"],
      "cflags": ["-Wall", "-Wextra", "-Wno-missing-field-initializers"],
      "cflags_cc": ["-std=c++20", "-ffp-contract=off", "-fvisibility=hidden"],
      "cflags!": ["-fno-exceptions"],
      "cflags_cc!": ["-fno-exceptions", "-std=gnu++17"],
      # one line per source: several parts are added here side by side
      "sources": [
        "src/addon.cc",
        "src/addon_export.cc",
        "src/addon_jobs.cc",
        "src/addon_player.cc",
        "src/addon_pump.cc",
        "src/addon_recorder.cc",
        "src/files/peaks.cc",
        "src/files/rate_conversion.cc",
        "src/files/repair.cc",
        "src/files/track_file.cc",
        "src/files/track_reader.cc",
        "src/jobs/take_pump.cc",
        "src/jobs/track_export.cc",
        "src/playing/play_ring_map.cc",
        "src/playing/player.cc",
        "src/playing/read_ahead.cc",
        "src/playing/take_reader.cc",
        "src/playing/take_stream.cc",
        "src/recording/flusher.cc",
        "src/recording/memory.cc",
        "src/recording/mend.cc",
        "src/recording/ring_follower.cc",
        "src/recording/ring_reader.cc",
        "src/recording/take_writer.cc",
        "src/recording/tape.cc",
        "src/recording/track_files.cc",
        "../lib/sound-files/src/flac_file.cc",
        "../lib/sound-files/src/flac_library.cc",
        "../lib/sound-files/src/flac_reader.cc",
        "../lib/sound-files/src/flac_stream.cc",
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
  ]
}
