{
  "targets": [
    {
      "target_name": "alsa",
      "include_dirs": ["../include", "<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NAPI_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED"],
      # conversions of samples are vectorised
      "cflags": ["-Wall", "-Wextra", "-O3", "-fno-trapping-math", "<!@(pkg-config --cflags alsa | sed 's/-I/-isystem/g')"],
      "cflags_cc": ["-std=c++20", "-fvisibility=hidden"],
      "cflags!": ["-fno-exceptions"],
      "cflags_cc!": ["-fno-exceptions", "-std=gnu++17"],
      # the library is opened at run time, never linked
      "libraries": ["-ldl"],
      "sources": [
        "src/addon.cc",
        "src/card.cc",
        "src/cards.cc",
        "src/library.cc",
        "src/pcm.cc",
        "src/sample_format.cc",
        "../lib/cycles/src/cycles.cc"
      ]
    }
  ]
}
