// Says in the crash page, for as long as it lives, that this thread runs code of this package.
#pragma once
#include "rowdesk/crash_page.h"

namespace rowdesk::stagebox {

/** The page of this process, mapped once; null where there is none. */
inline rd_crash_page* crash_page() {
  static rd_crash_page* const page = rd_crash_page_open();
  return page;
}

class CrashMark {
 public:
  /** On the new thread, before its first block. */
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
