{
  "targets": [
    {
      "target_name": "driver_process",
      "sources": ["addon.cc", "code_owner.cc", "crash.cc", "limits.cc"],
      "include_dirs": [
        "<!(node -p \"require('node-addon-api').include_dir\")",
        "<(module_root_dir)/../../../../hardware-drivers/include"
      ],
      "defines": ["NAPI_VERSION=8", "NAPI_DISABLE_CPP_EXCEPTIONS", "_GNU_SOURCE"],
      "cflags_cc": ["-std=c++20", "-Wall", "-Wextra"]
    }
  ]
}
