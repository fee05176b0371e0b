// The processors of the mixer. A new processor adds its header here and its name to one of the two lists. The build
// collects the descriptions, `<name>.json` beside each header, in the order of the headers.
#pragma once

#include "processors/high_pass.h"
#include "processors/gate.h"
#include "processors/equaliser.h"
#include "processors/deesser.h"
#include "processors/compressor.h"
#include "processors/limiter.h"
#include "processors/reverb.h"
#include "processors/echo.h"

namespace rowdesk {

template <typename... P>
struct List {};

// In signal order; `sort` of the descriptions has the same order, checked when the mixer opens.
using Inserts = List<HighPass, Gate, Equaliser, Deesser, Compressor, Limiter>;
// In the order of the choices of `plugin` of an fxSend.
using Effects = List<Reverb, Echo>;

template <typename... P>
constexpr uint32_t length_of(List<P...>) {
  return sizeof...(P);
}

}  // namespace rowdesk
