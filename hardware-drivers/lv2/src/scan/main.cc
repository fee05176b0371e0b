// lv2-scan: reads LV2 bundles. Options: `--bundle PATH`, any number of times. It runs no code of a plugin, but a bundle may break
// the libraries that read it: this process may die, hang or write without end, and js/scan/scanner.ts watches it. On stdout,
// for each bundle:
//   {"type":"bundle","bundle":path}                       before it is opened
//   {"type":"plugin",...}  {"type":"preset",...}          facts.h
//   {"type":"end","bundle":path,"messages":text}          what lilv complained of
// Exit codes: 0; 2 with a reason on stderr: lilv is missing, or the options are wrong.
#include <fcntl.h>
#include <lv2/presets/presets.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

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
  fwrite(line.data(), 1, line.size(), stdout);
  fflush(stdout);
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

std::vector<std::string> bundles_of(int count, char** words) {
  std::vector<std::string> bundles;
  for (int n = 1; n < count; n += 2) {
    if (std::string(words[n]) != "--bundle" || n + 1 == count) throw std::runtime_error("usage: lv2-scan --bundle PATH ...");
    bundles.emplace_back(words[n + 1]);
  }
  return bundles;
}

}  // namespace

int main(int count, char** words) {
  const int own_errors = dup(STDERR_FILENO);
  try {
    const auto bundles = bundles_of(count, words);
    // A scan that is killed leaves no process behind.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    lilv();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_AS, most_memory);
    const Messages messages;
    for (const auto& path : bundles) {
      put(JsonLine().object().name("type").text("bundle").name("bundle").text(path).end_object().take());
      read_bundle(path);
      JsonLine end;
      end.object().name("type").text("end").name("bundle").text(path);
      put(end.name("messages").text(messages.take()).end_object().take());
    }
    return 0;
  } catch (const std::exception& error) {
    dprintf(own_errors, "%s\n", error.what());
    return 2;
  }
}
