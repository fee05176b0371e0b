{
  "targets": [
    {
      "target_name": "aes67_sessions",
      "include_dirs": ["<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NAPI_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED"],
      "cflags": ["-Wall", "-Wextra", "-Wno-missing-field-initializers"],
      "cflags_cc": ["-std=c++20", "-fvisibility=hidden"],
      "cflags!": ["-fno-exceptions"],
      "cflags_cc!": ["-fno-exceptions", "-std=gnu++17"],
      "sources": [
        "src/addon.cc",
        "src/datagram_socket.cc",
        "src/links.cc"
      ]
    }
  ]
}
