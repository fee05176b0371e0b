// A call of ALSA that failed.
#pragma once
#include <cerrno>
#include <stdexcept>
#include <string>

#include "library.h"

namespace rowdesk::alsa {

class CardError : public std::runtime_error {
 public:
  CardError(const std::string& words, int error) : std::runtime_error(words), error_(error) {}
  /** A positive errno. */
  int error() const { return error_; }

 private:
  const int error_;
};

/** Throws CardError for a negative result; `what` is a sentence without its reason. */
inline int checked(int result, const std::string& what) {
  if (result < 0) throw CardError(what + ": " + library().strerror(result), -result);
  return result;
}

}  // namespace rowdesk::alsa
