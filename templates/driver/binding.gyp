{
  "targets": [
    {
      "target_name": "box",
      "sources": ["src/box.cc"],
      "include_dirs": [
        "<!(node -p \"require('module').createRequire(require('fs').realpathSync(require.resolve('rowdesk/package.json')))('node-addon-api').include_dir\")",
        "<!(node -p \"require('path').dirname(require.resolve('rowdesk/package.json'))\")/hardware-drivers/include"
      ],
      "defines": ["NAPI_VERSION=8", "NAPI_CPP_EXCEPTIONS"],
      "cflags": ["-Wall", "-Wextra"],
      "cflags_cc": ["-std=c++20"],
      "cflags!": ["-fno-exceptions"],
      "cflags_cc!": ["-fno-exceptions", "-std=gnu++17"]
    }
  ]
}
