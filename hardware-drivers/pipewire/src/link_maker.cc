#include "link_maker.h"

#include <spa/utils/result.h>

#include <cerrno>
#include <cstring>
#include <vector>

namespace rowdesk {

LinkMaker::LinkMaker(const Library& library, std::function<void(uint32_t, std::string)> refused)
    : library_(library), refused_(std::move(refused)) {}

void LinkMaker::clear() {
  while (!made_.empty()) drop(made_.begin()->first);
}

void LinkMaker::make(pw_core* core, uint32_t request, const LinkEnds& ends,
                     const std::map<std::string, std::string>& properties) {
  static const pw_proxy_events events = [] {
    pw_proxy_events made{};
    made.version = PW_VERSION_PROXY_EVENTS;
    made.removed = on_removed;
    made.error = on_error;
    return made;
  }();
  std::map<std::string, std::string> all = properties;
  all[PW_KEY_LINK_OUTPUT_NODE] = std::to_string(ends.from_node);
  all[PW_KEY_LINK_OUTPUT_PORT] = std::to_string(ends.from_port);
  all[PW_KEY_LINK_INPUT_NODE] = std::to_string(ends.to_node);
  all[PW_KEY_LINK_INPUT_PORT] = std::to_string(ends.to_port);
  all[PW_KEY_OBJECT_LINGER] = "true";
  std::vector<spa_dict_item> items;
  for (const auto& [key, value] : all) items.push_back({key.c_str(), value.c_str()});
  const spa_dict dict{0, static_cast<uint32_t>(items.size()), items.data()};
  auto* proxy = static_cast<pw_proxy*>(
      pw_core_create_object(core, "link-factory", PW_TYPE_INTERFACE_Link, PW_VERSION_LINK, &dict, 0));
  if (proxy == nullptr) return refused_(request, std::strerror(errno));
  auto& made = made_[request];
  made = std::make_unique<Made>(Made{this, request, proxy, {}});
  library_.proxy_add_listener(proxy, &made->listener, &events, made.get());
}

void LinkMaker::on_removed(void* data) {
  const auto& made = *static_cast<Made*>(data);
  made.owner->drop(made.request);
}

void LinkMaker::on_error(void* data, int, int result, const char* message) {
  const Made made = *static_cast<Made*>(data);
  made.owner->drop(made.request);
  made.owner->refused_(made.request, message == nullptr ? spa_strerror(result) : message);
}

void LinkMaker::drop(uint32_t request) {
  const auto found = made_.find(request);
  if (found == made_.end()) return;
  spa_hook_remove(&found->second->listener);
  library_.proxy_destroy(found->second->proxy);
  made_.erase(found);
}

}  // namespace rowdesk
