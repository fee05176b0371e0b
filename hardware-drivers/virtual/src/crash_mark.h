// Marks this thread in the crash page, during its lifetime, as running code of this package.
#pragma once
#include "rowdesk/crash_page.h"

namespace rowdesk::stagebox {

/** The page of this process, mapped once; null for none. */
inline rd_crash_page* crash_page() {
  static rd_crash_page* const page = rd_crash_page_open();
  return page;
}

class CrashMark {
 public:
  /** Call it on the new thread, before its first block. `thread`: the thread's label. */
  explicit CrashMark(const char* thread) : slot_(rd_crash_claim(crash_page(), thread)) {
    rd_crash_enter(slot_, rd_crash_name(crash_page(), "virtual"));
  }
  ~CrashMark() { rd_crash_release(slot_); }
  CrashMark(const CrashMark&) = delete;
  CrashMark& operator=(const CrashMark&) = delete;
  rd_crash_slot* slot() const { return slot_; }

 private:
  rd_crash_slot* const slot_;
};

}  // namespace rowdesk::stagebox
