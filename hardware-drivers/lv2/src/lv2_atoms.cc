#include "lv2_atoms.h"

#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>

#include <charconv>
#include <cstring>

#include "urids.h"

namespace rowdesk::plugins {
namespace {

constexpr uint32_t atom_ring_bytes = 1u << 17;
constexpr uint32_t message_bytes = 1u << 14;

struct Types {
  LV2_URID sequence = urids().map(LV2_ATOM__Sequence), chunk = urids().map(LV2_ATOM__Chunk);
  LV2_URID object = urids().map(LV2_ATOM__Object), blank = urids().map(LV2_ATOM__Blank), resource = urids().map(LV2_ATOM__Resource);
  LV2_URID boolean = urids().map(LV2_ATOM__Bool), integer = urids().map(LV2_ATOM__Int), long_integer = urids().map(LV2_ATOM__Long);
  LV2_URID number = urids().map(LV2_ATOM__Float), long_number = urids().map(LV2_ATOM__Double);
  LV2_URID string = urids().map(LV2_ATOM__String), path = urids().map(LV2_ATOM__Path), uri = urids().map(LV2_ATOM__URI);
  LV2_URID urid = urids().map(LV2_ATOM__URID);
  LV2_URID get = urids().map(LV2_PATCH__Get), set = urids().map(LV2_PATCH__Set), put = urids().map(LV2_PATCH__Put);
  LV2_URID property = urids().map(LV2_PATCH__property), value = urids().map(LV2_PATCH__value), body = urids().map(LV2_PATCH__body);
  LV2_URID state_changed = urids().map(LV2_STATE__StateChanged);
};

const Types& types() {
  static const Types all;
  return all;
}

bool is_object(LV2_URID type) { return type == types().object || type == types().blank || type == types().resource; }

template <typename Number>
bool parse(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

/** Writes the property's value as its range wants it. */
bool forge_value(LV2_Atom_Forge& forge, const Property& property, const std::string& range) {
  double number = 0;
  int64_t integer = 0;
  if (property.type == "boolean") return lv2_atom_forge_bool(&forge, property.text == "true") != 0;
  if (property.type == "integer") {
    if (!parse(property.text, integer)) return false;
    if (range == LV2_ATOM__Long) return lv2_atom_forge_long(&forge, integer) != 0;
    return integer == static_cast<int32_t>(integer) && lv2_atom_forge_int(&forge, static_cast<int32_t>(integer)) != 0;
  }
  if (property.type == "number") {
    if (!parse(property.text, number)) return false;
    if (range == LV2_ATOM__Double) return lv2_atom_forge_double(&forge, number) != 0;
    return lv2_atom_forge_float(&forge, static_cast<float>(number)) != 0;
  }
  const auto length = static_cast<uint32_t>(property.text.size());
  if (property.type == "path") return lv2_atom_forge_path(&forge, property.text.c_str(), length) != 0;
  if (property.type == "string") {
    if (range == LV2_ATOM__URI) return lv2_atom_forge_uri(&forge, property.text.c_str(), length) != 0;
    return lv2_atom_forge_string(&forge, property.text.c_str(), length) != 0;
  }
  return false;
}

std::string decimal(double number) {
  char text[40];
  return std::string(text, std::to_chars(text, text + sizeof text, number).ptr);
}

}  // namespace

Lv2Atoms::Lv2Atoms(const Lv2Ports& ports, std::unordered_map<std::string, std::string> ranges)
    : ranges_(std::move(ranges)), sent_(atom_ring_bytes), received_(atom_ring_bytes), message_(message_bytes / 8),
      news_(atom_ring_bytes / 8) {
  for (const auto& port : ports.atoms) {
    if (port.is_input && port.has_patch && input_ < 0) input_ = static_cast<int>(ports_.size());
    ports_.push_back({port.index, port.bytes, port.is_input, std::unique_ptr<uint64_t[]>(new uint64_t[port.bytes / 8]())});
  }
  types();
}

std::vector<Lv2Atoms::Buffer> Lv2Atoms::buffers() {
  std::vector<Buffer> all;
  for (const auto& port : ports_) all.push_back({port.index, port.sequence()});
  return all;
}

bool Lv2Atoms::send(const Property& property) {
  if (input_ < 0) return false;
  LV2_Atom_Forge forge;
  lv2_atom_forge_init(&forge, urid_map());
  lv2_atom_forge_set_buffer(&forge, reinterpret_cast<uint8_t*>(message_.data()), message_bytes);
  LV2_Atom_Forge_Frame frame;
  lv2_atom_forge_object(&forge, &frame, 0, types().set);
  lv2_atom_forge_key(&forge, types().property);
  lv2_atom_forge_urid(&forge, urids().map(property.uri));
  lv2_atom_forge_key(&forge, types().value);
  const auto range = ranges_.find(property.uri);
  if (!forge_value(forge, property, range == ranges_.end() ? std::string() : range->second)) return false;
  lv2_atom_forge_pop(&forge, &frame);
  return sent_.push(message_.data(), lv2_atom_total_size(reinterpret_cast<const LV2_Atom*>(message_.data())));
}

void Lv2Atoms::ask() {
  if (input_ < 0) return;
  LV2_Atom_Forge forge;
  lv2_atom_forge_init(&forge, urid_map());
  lv2_atom_forge_set_buffer(&forge, reinterpret_cast<uint8_t*>(message_.data()), message_bytes);
  LV2_Atom_Forge_Frame frame;
  lv2_atom_forge_object(&forge, &frame, 0, types().get);
  lv2_atom_forge_pop(&forge, &frame);
  sent_.push(message_.data(), lv2_atom_total_size(reinterpret_cast<const LV2_Atom*>(message_.data())));
}

void Lv2Atoms::before_run() noexcept {
  for (const auto& port : ports_) {
    LV2_Atom_Sequence& sequence = *port.sequence();
    // An output says how much room it has, in the type of a chunk.
    sequence.atom.type = port.is_input ? types().sequence : types().chunk;
    sequence.atom.size = port.is_input ? sizeof(LV2_Atom_Sequence_Body) : port.bytes - static_cast<uint32_t>(sizeof(LV2_Atom));
    sequence.body.unit = 0;
    sequence.body.pad = 0;
  }
  if (input_ < 0) return;
  const Port& port = ports_[static_cast<size_t>(input_)];
  LV2_Atom_Sequence& sequence = *port.sequence();
  for (uint32_t size = 0; sent_.peek(size);) {
    const uint32_t at = static_cast<uint32_t>(sizeof(LV2_Atom)) + lv2_atom_pad_size(sequence.atom.size);
    if (at + sizeof(int64_t) + lv2_atom_pad_size(size) > port.bytes) break;
    auto* event = reinterpret_cast<LV2_Atom_Event*>(reinterpret_cast<char*>(&sequence) + at);
    event->time.frames = 0;
    sent_.pop(&event->body, size);
    sequence.atom.size += static_cast<uint32_t>(sizeof(int64_t)) + lv2_atom_pad_size(size);
  }
}

void Lv2Atoms::after_run() noexcept {
  for (const auto& port : ports_) {
    const LV2_Atom_Sequence& sequence = *port.sequence();
    if (port.is_input || sequence.atom.type != types().sequence || sequence.atom.size > port.bytes - sizeof(LV2_Atom)) continue;
    const char* const end = reinterpret_cast<const char*>(&sequence) + sizeof(LV2_Atom) + sequence.atom.size;
    const char* at = reinterpret_cast<const char*>(&sequence + 1);
    while (at + sizeof(LV2_Atom_Event) <= end) {
      const auto& event = *reinterpret_cast<const LV2_Atom_Event*>(at);
      const uint32_t size = event.body.size;
      if (size > static_cast<size_t>(end - at) - sizeof(LV2_Atom_Event)) break;
      // Without room the news is lost; the next one says more.
      if (is_object(event.body.type) && size >= sizeof(LV2_Atom_Object_Body)) {
        received_.push(&event.body, static_cast<uint32_t>(sizeof(LV2_Atom)) + size);
      }
      at += sizeof(LV2_Atom_Event) + lv2_atom_pad_size(size);
    }
  }
}

void Lv2Atoms::take_news(const PluginNews& news) {
  for (uint32_t size = 0; received_.peek(size);) {
    received_.pop(news_.data(), size);
    read_object(*reinterpret_cast<const LV2_Atom_Object*>(news_.data()), news);
  }
}

void Lv2Atoms::read_object(const LV2_Atom_Object& object, const PluginNews& news) const {
  if (object.body.otype == types().state_changed) return news.state_changed();
  const char* const end = reinterpret_cast<const char*>(&object.body) + object.atom.size;
  LV2_URID property = 0;
  const LV2_Atom* value = nullptr;
  for (const char* at = reinterpret_cast<const char*>(&object + 1); at + sizeof(LV2_Atom_Property_Body) <= end;) {
    const auto& entry = *reinterpret_cast<const LV2_Atom_Property_Body*>(at);
    if (entry.value.size > static_cast<size_t>(end - at) - sizeof entry) break;
    if (object.body.otype == types().set) {
      if (entry.key == types().property && entry.value.size >= sizeof property) std::memcpy(&property, &entry.value + 1, sizeof property);
      if (entry.key == types().value) value = &entry.value;
    } else if (object.body.otype == types().put && entry.key == types().body && is_object(entry.value.type) &&
               entry.value.size >= sizeof(LV2_Atom_Object_Body)) {
      const auto& body = *reinterpret_cast<const LV2_Atom_Object*>(&entry.value);
      const char* const body_end = reinterpret_cast<const char*>(&body.body) + body.atom.size;
      for (const char* in = reinterpret_cast<const char*>(&body + 1); in + sizeof(LV2_Atom_Property_Body) <= body_end;) {
        const auto& each = *reinterpret_cast<const LV2_Atom_Property_Body*>(in);
        if (each.value.size > static_cast<size_t>(body_end - in) - sizeof each) break;
        read_value(each.key, &each.value, news);
        in += sizeof each + lv2_atom_pad_size(each.value.size);
      }
    }
    at += sizeof entry + lv2_atom_pad_size(entry.value.size);
  }
  if (property != 0 && value != nullptr) read_value(property, value, news);
}

void Lv2Atoms::read_value(LV2_URID property, const LV2_Atom* value, const PluginNews& news) const {
  const char* const uri = urids().unmap(property);
  if (uri == nullptr || ranges_.count(uri) == 0) return;
  const void* const body = value + 1;
  const auto of = [&]<typename Number>(Number number, const char* type) {
    std::memcpy(&number, body, sizeof number);
    return Property{uri, type, std::is_integral_v<Number> ? std::to_string(static_cast<int64_t>(number)) : decimal(static_cast<double>(number))};
  };
  const auto& known = types();
  if (value->type == known.string || value->type == known.path || value->type == known.uri) {
    const char* const text = static_cast<const char*>(body);
    news.property({uri, value->type == known.path ? "path" : "string", std::string(text, strnlen(text, value->size))});
  } else if (value->size >= 8 && value->type == known.long_integer) {
    news.property(of(int64_t{}, "integer"));
  } else if (value->size >= 8 && value->type == known.long_number) {
    news.property(of(double{}, "number"));
  } else if (value->size >= 4 && value->type == known.integer) {
    news.property(of(int32_t{}, "integer"));
  } else if (value->size >= 4 && value->type == known.number) {
    news.property(of(float{}, "number"));
  } else if (value->size >= 4 && value->type == known.boolean) {
    int32_t is_true = 0;
    std::memcpy(&is_true, body, sizeof is_true);
    news.property({uri, "boolean", is_true != 0 ? "true" : "false"});
  }
}

}  // namespace rowdesk::plugins
