{
  "targets": [
    {
      "target_name": "driver_process",
      "sources": [
        "addon.cc", "code_owner.cc", "crash.cc", "limits.cc", "joined/clock_line.cc", "joined/joined_addon.cc",
        "joined/joined_device.cc", "joined/joined_devices.cc", "joined/joined_exchange.cc", "joined/resampler.cc",
        "joined/sample_rate_library.cc"
      ],
      "include_dirs": [
        "<!(node -p \"require('node-addon-api').include_dir\")",
        "<(module_root_dir)/../../../../hardware-drivers/include"
      ],
      "defines": ["NAPI_VERSION=8", "NAPI_CPP_EXCEPTIONS", "_GNU_SOURCE"],
      "cflags": ["-Wall", "-Wextra"],
      "cflags_cc": ["-std=c++20"],
      "cflags!": ["-fno-exceptions"],
      "cflags_cc!": ["-fno-exceptions", "-std=gnu++17"],
      "libraries": ["-ldl"]
    }
  ]
}
