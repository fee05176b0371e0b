#include "code_owner.h"

#include <ucontext.h>

#include <cstdint>

namespace rowdesk {
namespace {

constexpr uint32_t most_folders = RD_CRASH_NAMES;
constexpr uint32_t longest_path = 512;
constexpr uint32_t most_ranges = 256;
/* How much of the stack is searched: outer frames called the package's code long before the signal. */
constexpr uintptr_t looked_at_bytes = 16384;

struct folder {
  char path[longest_path]; /* ends in a slash */
  uint32_t length;
  uint32_t name;
};
struct range {
  uintptr_t begin, end;
  uint32_t name;
};

folder folders[most_folders];
uint32_t folder_count = 0;

/* Used by the signal handler only. */
range ranges[most_ranges];
uint32_t range_count;
uintptr_t stack_end;

uint32_t owner_of_path(const char* path) {
  for (uint32_t i = 0; i < folder_count; ++i) {
    if (strncmp(path, folders[i].path, folders[i].length) == 0) return folders[i].name;
  }
  return 0;
}

uint32_t owner_of_address(uintptr_t address) {
  for (uint32_t i = 0; i < range_count; ++i) {
    if (address >= ranges[i].begin && address < ranges[i].end) return ranges[i].name;
  }
  return 0;
}

uintptr_t hexadecimal(const char*& text) {
  uintptr_t value = 0;
  for (;; ++text) {
    const char c = *text;
    if (c >= '0' && c <= '9') value = value * 16 + static_cast<uintptr_t>(c - '0');
    else if (c >= 'a' && c <= 'f') value = value * 16 + static_cast<uintptr_t>(c - 'a' + 10);
    else return value;
  }
}

/* Parses one line of /proc/self/maps, proc(5): `begin-end perms offset device inode  path`. */
void take_line(const char* line, uintptr_t stack_pointer) {
  const uintptr_t begin = hexadecimal(line);
  if (*line != '-') return;
  const uintptr_t end = hexadecimal(++line);
  if (stack_pointer >= begin && stack_pointer < end) stack_end = end;
  const bool runs = strncmp(line, " r-xp", 5) == 0 || strncmp(line, " r-xs", 5) == 0;
  while (*line != '/' && *line != '\0') ++line;
  const uint32_t name = runs ? owner_of_path(line) : 0;
  if (name != 0 && range_count < most_ranges) ranges[range_count++] = {begin, end, name};
}

void read_mappings(uintptr_t stack_pointer) {
  static char buffer[4096];
  static char line[1024];
  uint32_t length = 0;
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  for (;;) {
    const ssize_t count = read(file, buffer, sizeof buffer);
    if (count <= 0) break;
    for (ssize_t i = 0; i < count; ++i) {
      if (buffer[i] != '\n') {
        if (length < sizeof line - 1) line[length++] = buffer[i];
        continue;
      }
      line[length] = '\0';
      take_line(line, stack_pointer);
      length = 0;
    }
  }
  close(file);
}

struct place {
  uintptr_t instruction, caller, stack_pointer;
};

place place_of(const void* context) {
  [[maybe_unused]] const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return {static_cast<uintptr_t>(machine.gregs[REG_RIP]), 0, static_cast<uintptr_t>(machine.gregs[REG_RSP])};
#elif defined(__aarch64__)
  return {machine.pc, machine.regs[30], machine.sp};
#else
  return {0, 0, reinterpret_cast<uintptr_t>(__builtin_frame_address(0))};
#endif
}

}  // namespace

void own_code(uint32_t name, const std::string& path) {
  if (name == 0 || folder_count == most_folders || path.size() + 2 > longest_path) return;
  folder& own = folders[folder_count];
  own.length = static_cast<uint32_t>(path.copy(own.path, path.size()));
  if (own.length == 0 || own.path[own.length - 1] != '/') own.path[own.length++] = '/';
  own.name = name;
  ++folder_count;
}

uint32_t code_owner(const void* context) {
  if (folder_count == 0) return 0;
  const place at = place_of(context);
  range_count = 0;
  stack_end = 0;
  read_mappings(at.stack_pointer);
  if (range_count == 0) return 0;
  for (const uintptr_t address : {at.instruction, at.caller}) {
    if (const uint32_t name = owner_of_address(address)) return name;
  }
  uintptr_t end = at.stack_pointer + looked_at_bytes;
  if (end > stack_end) end = stack_end;
  constexpr uintptr_t word = sizeof(uintptr_t);
  for (uintptr_t slot = (at.stack_pointer + word - 1) & ~(word - 1); slot + word <= end; slot += word) {
    if (const uint32_t name = owner_of_address(*reinterpret_cast<const uintptr_t*>(slot))) return name;
  }
  return 0;
}

}  // namespace rowdesk
