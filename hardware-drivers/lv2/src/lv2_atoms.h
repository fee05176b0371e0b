// Messages about properties between the rack and an LV2 plugin: patch:Set and patch:Get go to its control input, patch:Set, patch:Put
// and state:StateChanged come back (lv2plug.in/ns/ext/patch, lv2plug.in/ns/ext/atom).
#pragma once
#include <lv2/atom/atom.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "lv2_ports.h"
#include "message_ring.h"
#include "plugin.h"

namespace rowdesk::plugins {

/** The atom ports of one instance. */
class Lv2Atoms {
 public:
  /** `ranges`: the type of each property, as an URI of an atom type or XML Schema. */
  Lv2Atoms(const Lv2Ports& ports, std::unordered_map<std::string, std::string> ranges);

  struct Buffer {
    uint32_t port;
    LV2_Atom_Sequence* sequence;
  };
  /** To be connected to the instance. */
  std::vector<Buffer> buffers();

  /** Of the control thread. False for a value that is not of the property's type, and without a port for it. */
  bool send(const Property& property);
  /** Of the control thread: asks for the values of all properties. */
  void ask();
  void take_news(const PluginNews& news);

  /** Of the rack's thread, around the plugin's run(). */
  void before_run() noexcept;
  void after_run() noexcept;

 private:
  struct Port {
    uint32_t index;
    uint32_t bytes;
    bool is_input;
    /** A whole number of 8 bytes. */
    std::unique_ptr<uint64_t[]> memory;
    LV2_Atom_Sequence* sequence() const { return reinterpret_cast<LV2_Atom_Sequence*>(memory.get()); }
  };
  void read_object(const LV2_Atom_Object& object, const PluginNews& news) const;
  void read_value(LV2_URID property, const LV2_Atom* value, const PluginNews& news) const;

  const std::unordered_map<std::string, std::string> ranges_;
  std::vector<Port> ports_;
  /** The position in ports_ of the input for messages; -1 without one. */
  int input_ = -1;
  MessageRing sent_;
  MessageRing received_;
  std::vector<uint64_t> message_;
  std::vector<uint64_t> news_;
};

}  // namespace rowdesk::plugins
