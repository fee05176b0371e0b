{
  "targets": [
    {
      "target_name": "jack",
      "include_dirs": ["../include", "<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NAPI_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED"],
      # system headers: what they declare is not ours to be warned of
      "cflags": ["-Wall", "-Wextra", "-Wno-missing-field-initializers", "<!@(pkg-config --cflags jack | sed 's/-I/-isystem/g')"],
      "cflags_cc": ["-std=c++20", "-fvisibility=hidden"],
      "cflags!": ["-fno-exceptions"],
      "cflags_cc!": ["-fno-exceptions", "-std=gnu++17"],
      # the library is opened at run time, never linked
      "libraries": ["-ldl"],
      "sources": ["src/addon.cc", "src/client.cc", "src/library.cc", "../lib/cycles/src/cycles.cc"]
    }
  ]
}
