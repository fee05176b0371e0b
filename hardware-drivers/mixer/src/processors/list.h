// The processors of the mixer: a new one is its header here, and its name in one of the two lists. The build gathers the
// descriptions, `<name>.json` beside each header, in the order of the headers.
#pragma once

#include "processors/high_pass.h"
#include "processors/gate.h"
#include "processors/equaliser.h"
#include "processors/compressor.h"
#include "processors/reverb.h"
#include "processors/echo.h"

namespace rowdesk {

template <typename... P>
struct List {};

// In the order in which sound passes them, which is that of `sort` in the descriptions.
using Inserts = List<HighPass, Gate, Equaliser, Compressor>;
// In the order in which `plugin` of an fxSend offers them.
using Effects = List<Reverb, Echo>;

template <typename... P>
constexpr uint32_t length_of(List<P...>) {
  return sizeof...(P);
}

}  // namespace rowdesk
