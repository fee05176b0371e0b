// lv2-scan: reads bundles of plugins. Options: `--bundle PATH`, any number of times, for those of LV2; or `--clap PATH`, a file of
// CLAP plugins, whose code runs then, in a sandbox. A bundle of LV2 runs none, but may break the libraries that read it: in both
// cases this process may die, hang or write without end, and js/scan/read-bundles.ts watches it. On stdout, for each bundle:
//   {"type":"bundle","bundle":path}                                  before it is opened
//   {"type":"plugin",...}  {"type":"preset",...}                     facts.h
//   {"type":"clap",...}                                              clap_facts.h
//   {"type":"end","bundle":path,"messages":text,"refused":text}      what libraries complained of; why it can't be read, '' else
// Exit codes: 0; 2 with a reason on stderr: lilv is missing, or the options are wrong.
#include <fcntl.h>
#include <lv2/presets/presets.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "../channels.h"
#include "../namespaces.h"
#include "../plugin.h"
#include "../sandbox.h"
#include "clap_facts.h"
#include "facts.h"

using namespace rowdesk::plugins;

namespace {

constexpr rlim_t most_memory = 1ull << 30;
constexpr off_t most_messages = 1 << 20;
constexpr size_t shown_messages = 2000;

void limit(int resource, rlim_t value) {
  const rlimit limits{value, value};
  setrlimit(resource, &limits);
}

void put(const std::string& line) {
  for (size_t at = 0; at < line.size();) {
    const ssize_t length = write(event_channel(), line.data() + at, line.size() - at);
    if (length <= 0) throw std::runtime_error("The standard output is closed.");
    at += static_cast<size_t>(length);
  }
}

void put_begin(const std::string& bundle) {
  put(JsonLine().object().name("type").text("bundle").name("bundle").text(bundle).end_object().take());
}

void put_end(const std::string& bundle, const std::string& messages, const std::string& refused) {
  JsonLine line;
  line.object().name("type").text("end").name("bundle").text(bundle);
  put(line.name("messages").text(messages).name("refused").text(refused).end_object().take());
}

/** The standard error goes into memory of a fixed size: libraries complain there. */
class Messages {
 public:
  Messages() : file_(memfd_create("messages", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
    if (ftruncate(file_, most_messages) != 0 || fcntl(file_, F_ADD_SEALS, F_SEAL_GROW) != 0) {
      throw std::runtime_error("The memory for messages of libraries can't be made.");
    }
    dup2(file_, STDERR_FILENO);
  }
  /** What came since the last call, from its start. */
  std::string take() const {
    fflush(stderr);
    char text[shown_messages + 1] = {};
    if (pread(file_, text, shown_messages, 0) < 0) text[0] = '\0';
    fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, most_messages);
    lseek(file_, 0, SEEK_SET);
    return text;
  }

 private:
  const int file_;
};

void read_bundle(const std::string& path) {
  Lv2World world;
  world.read_bundle(path);
  const LilvPlugins* plugins = lilv().world_get_all_plugins(world.get());
  for (LilvIter* i = lilv().plugins_begin(plugins); !lilv().plugins_is_end(plugins, i);
       i = lilv().plugins_next(plugins, i)) {
    put(plugin_line(world, lilv().plugins_get(plugins, i)));
  }
  const Nodes presets = find_nodes(world, nullptr, rdf_type, world.uri(LV2_PRESETS__Preset));
  for_each_node(presets.get(), [&](const LilvNode* each) { put(preset_line(world, each)); });
}

void scan_bundles(const std::vector<std::string>& bundles, const Messages& messages) {
  limit(RLIMIT_AS, most_memory);
  for (const auto& path : bundles) {
    put_begin(path);
    read_bundle(path);
    put_end(path, messages.take(), "");
  }
}

/** Ends the process: what a plugin leaves behind for the end can't spoil what was read. */
[[noreturn]] void scan_clap(const std::string& file, const Messages& messages) {
  enter_sandbox({});
  put_begin(file);
  std::string refused;
  try {
    read_clap_file(file, put);
  } catch (const std::exception& error) {
    refused = error.what();
  }
  put_end(file, messages.take(), refused);
  _exit(0);
}

struct Options {
  std::vector<std::string> bundles;
  std::string clap;
};

Options options_of(int count, char** words) {
  Options options;
  const bool is_clap = count == 3 && std::string(words[1]) == "--clap";
  if (is_clap) options.clap = words[2];
  for (int n = 1; n < count && !is_clap; n += 2) {
    if (std::string(words[n]) != "--bundle" || n + 1 == count) {
      throw std::runtime_error("usage: lv2-scan --bundle PATH ..., or lv2-scan --clap PATH");
    }
    options.bundles.emplace_back(words[n + 1]);
  }
  return options;
}

}  // namespace

int main(int count, char** words) {
  const int own_errors = dup(STDERR_FILENO);
  try {
    const Options options = options_of(count, words);
    // A scan that is killed leaves no process behind.
    end_with_parent(STDOUT_FILENO);
    limit(RLIMIT_CORE, 0);
    if (options.clap.empty()) lilv();
    const Messages messages;
    // What code of a bundle prints is a message, too.
    part_channels();
    if (!options.clap.empty()) scan_clap(options.clap, messages);
    scan_bundles(options.bundles, messages);
    return 0;
  } catch (const std::exception& error) {
    dprintf(own_errors, "%s\n", error.what());
    return 2;
  }
}
