{
  "targets": [
    {
      "target_name": "aes67",
      "include_dirs": ["../include", "<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NAPI_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED"],
      # conversions of samples are vectorised
      "cflags": ["-Wall", "-Wextra", "-O3", "-fno-trapping-math"],
      "cflags_cc": ["-std=c++20", "-fvisibility=hidden"],
      "cflags!": ["-fno-exceptions"],
      "cflags_cc!": ["-fno-exceptions", "-std=gnu++17"],
      "libraries": ["-ldl"],
      "sources": [
        "src/addon.cc",
        "src/media_clock.cc",
        "src/network.cc",
        "src/network_thread.cc",
        "src/orders.cc",
        "src/packet_log.cc",
        "src/pcm.cc",
        "src/receive_ring.cc",
        "src/receive_stream.cc",
        "src/rtp_packet.cc",
        "src/sockets.cc",
        "src/transit_times.cc",
        "src/transmit_stream.cc",
        "../lib/cycles/src/cycles.cc"
      ]
    }
  ]
}
