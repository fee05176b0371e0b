// Makes links by the server's link-factory. A link outlives the connection (`object.linger`): it goes with its ports.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "../../lib/pipewire-client/src/library.h"

namespace rowdesk {

/** The server's numbers of two ports and their nodes. */
struct LinkEnds {
  uint32_t from_node;
  uint32_t from_port;
  uint32_t to_node;
  uint32_t to_port;
};

/** All functions run under the lock of PipeWire's loop, or after its thread has ended. */
class LinkMaker {
 public:
  /** `refused`: the server does not make the link of this request, or ended it in error. */
  LinkMaker(const Library& library, std::function<void(uint32_t request, std::string reason)> refused);
  ~LinkMaker() { clear(); }
  LinkMaker(const LinkMaker&) = delete;
  LinkMaker& operator=(const LinkMaker&) = delete;

  /** `properties` are those of the link, beside its ends. */
  void make(pw_core* core, uint32_t request, const LinkEnds& ends,
            const std::map<std::string, std::string>& properties);
  /** Forgets all links; they stay. */
  void clear();

 private:
  struct Made {
    LinkMaker* owner;
    uint32_t request;
    pw_proxy* proxy;
    spa_hook listener;
  };

  static void on_removed(void* made);
  static void on_error(void* made, int sequence, int result, const char* message);
  void drop(uint32_t request);

  const Library& library_;
  std::function<void(uint32_t, std::string)> refused_;
  std::map<uint32_t, std::unique_ptr<Made>> made_;
};

}  // namespace rowdesk
