#include "lv2_state.h"

#include <cstring>
#include <map>
#include <sstream>
#include <vector>

#include "plugin.h"
#include "urids.h"

namespace rowdesk::plugins {
namespace {

constexpr const char* heading = "lv2-state 1";

struct Kept {
  std::vector<char> bytes;
  uint32_t type;
  uint32_t flags;
};
using State = std::map<uint32_t, Kept>;

LV2_State_Status store(LV2_State_Handle handle, uint32_t key, const void* value, size_t size, uint32_t type, uint32_t flags) {
  // A value that is not plain data is a pointer: no other instance could use it.
  if ((flags & LV2_STATE_IS_POD) == 0) return LV2_STATE_ERR_BAD_FLAGS;
  if (key == 0 || type == 0 || value == nullptr) return LV2_STATE_ERR_UNKNOWN;
  const char* const bytes = static_cast<const char*>(value);
  (*static_cast<State*>(handle))[key] = {std::vector<char>(bytes, bytes + size), type, flags};
  return LV2_STATE_SUCCESS;
}

const void* retrieve(LV2_State_Handle handle, uint32_t key, size_t* size, uint32_t* type, uint32_t* flags) {
  auto& state = *static_cast<State*>(handle);
  const auto found = state.find(key);
  if (found == state.end()) return nullptr;
  if (size != nullptr) *size = found->second.bytes.size();
  if (type != nullptr) *type = found->second.type;
  if (flags != nullptr) *flags = found->second.flags;
  return found->second.bytes.data();
}

std::string hexadecimal(const std::vector<char>& bytes) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char byte : bytes) {
    text += digits[static_cast<unsigned char>(byte) >> 4];
    text += digits[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

std::vector<char> bytes_of(const std::string& text) {
  const auto digit = [](char c) -> int { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; };
  if (text.size() % 2 != 0) throw Refusal("its state is damaged");
  // A value may have no bytes, and retrieve() never gives null for one that is there.
  std::vector<char> bytes;
  bytes.reserve(text.size() / 2 + 1);
  for (size_t i = 0; i < text.size(); i += 2) {
    const int high = digit(text[i]), low = digit(text[i + 1]);
    if (high < 0 || low < 0) throw Refusal("its state is damaged");
    bytes.push_back(static_cast<char>(high * 16 + low));
  }
  return bytes;
}

const char* words_of(LV2_State_Status status) {
  switch (status) {
    case LV2_STATE_ERR_BAD_TYPE: return "a value of a type that it does not know";
    case LV2_STATE_ERR_BAD_FLAGS: return "a value that can't be kept";
    case LV2_STATE_ERR_NO_FEATURE: return "the rack lacks a feature for it";
    case LV2_STATE_ERR_NO_PROPERTY: return "a value is missing";
    case LV2_STATE_ERR_NO_SPACE: return "no memory is left";
    default: return "the plugin gives no reason";
  }
}

}  // namespace

std::string save_lv2_state(LV2_Handle instance, const LV2_State_Interface& interface, const LV2_Feature* const* features) {
  State state;
  const LV2_State_Status status = interface.save(instance, store, &state, LV2_STATE_IS_POD, features);
  if (status != LV2_STATE_SUCCESS) throw Refusal(std::string("its state can't be saved: ") + words_of(status));
  if (state.empty()) return "";
  std::ostringstream text;
  text << heading << '\n';
  for (const auto& [key, kept] : state) {
    const char* const key_uri = urids().unmap(key);
    const char* const type_uri = urids().unmap(kept.type);
    if (key_uri == nullptr || type_uri == nullptr) continue;
    text << key_uri << ' ' << type_uri << ' ' << kept.flags << ' ' << hexadecimal(kept.bytes) << '\n';
  }
  return text.str();
}

void restore_lv2_state(const std::string& text, LV2_Handle instance, const LV2_State_Interface& interface,
                       const LV2_Feature* const* features) {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || line != heading) throw Refusal("its state is not one of LV2");
  State state;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string key, type, hex;
    uint32_t flags = 0;
    if (!(words >> key >> type >> flags)) throw Refusal("its state is damaged");
    words >> hex;
    state[urids().map(key)] = {bytes_of(hex), urids().map(type), flags};
  }
  const LV2_State_Status status = interface.restore(instance, retrieve, &state, 0, features);
  if (status != LV2_STATE_SUCCESS) throw Refusal(std::string("its state can't be restored: ") + words_of(status));
}

}  // namespace rowdesk::plugins
