{
  "target_defaults": {
    "include_dirs": ["../include"],
    "cflags": ["-Wall", "-Wextra", "-Wno-missing-field-initializers", "<!@(pkg-config --cflags lilv-0 lv2 | sed 's/-I/-isystem/g')"],
    "cflags_cc": ["-std=c++20", "-O2", "-ffp-contract=off", "-fvisibility=hidden"],
    "cflags!": ["-fno-exceptions"],
    "cflags_cc!": ["-fno-exceptions", "-fno-rtti", "-std=gnu++17"],
    "ldflags": ["-pthread"],
    # lilv is opened at run time, never linked
    "libraries": ["-ldl"]
  },
  "targets": [
    {
      "target_name": "lv2-rack",
      "type": "executable",
      "sources": [
        "src/clap_host.cc",
        "src/clap_library.cc",
        "src/clap_plugin.cc",
        "src/command.cc",
        "src/events.cc",
        "src/faults.cc",
        "src/formats.cc",
        "src/lane.cc",
        "src/lilv_library.cc",
        "src/lv2_atoms.cc",
        "src/lv2_features.cc",
        "src/lv2_key_port.cc",
        "src/lv2_plugin.cc",
        "src/lv2_ports.cc",
        "src/lv2_state.cc",
        "src/lv2_world.cc",
        "src/probe.cc",
        "src/rack.cc",
        "src/rack_main.cc",
        "src/rack_thread.cc",
        "src/rack_watch.cc",
        "src/sandbox.cc",
        "src/slot_map.cc",
        "src/urids.cc",
        "src/voice.cc",
        "src/worker.cc"
      ]
    },
    {
      "target_name": "lv2-scan",
      "type": "executable",
      "sources": [
        "src/clap_host.cc",
        "src/clap_library.cc",
        "src/lilv_library.cc",
        "src/lv2_key_port.cc",
        "src/lv2_world.cc",
        "src/sandbox.cc",
        "src/scan/clap_facts.cc",
        "src/scan/json_line.cc",
        "src/scan/main.cc",
        "src/scan/plugin_facts.cc",
        "src/scan/port_facts.cc",
        "src/scan/preset_facts.cc",
        "src/scan/questions.cc"
      ]
    }
  ]
}
