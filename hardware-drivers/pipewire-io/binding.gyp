{
  "targets": [
    {
      "target_name": "pipewire_io",
      "include_dirs": ["../include", "<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NAPI_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED"],
      # system headers: their inline functions are not ours to be warned of
      "cflags": ["-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Wno-pedantic", "<!@(pkg-config --cflags libpipewire-0.3 libspa-0.2 | sed 's/-I/-isystem/g')"],
      "cflags_cc": ["-std=c++20", "-fvisibility=hidden"],
      "cflags!": ["-fno-exceptions"],
      "cflags_cc!": ["-fno-exceptions", "-std=gnu++17"],
      # the library is opened at run time, never linked
      "libraries": ["-ldl"],
      "sources": ["src/addon.cc", "../lib/cycles/src/cycles.cc", "src/stream.cc", "../lib/pipewire-client/src/library.cc"]
    }
  ]
}
