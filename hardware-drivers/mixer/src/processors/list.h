// The processors of the mixer. A new processor adds its header here and its name to one of the two lists. The build
// collects the descriptions, `<name>.json` beside each header, in the order of the headers.
#pragma once

#ifndef RD_KERNEL
#include <type_traits>
#endif

#include "processors/high_pass.h"
#include "processors/gate.h"
#include "processors/equaliser.h"
#include "feedback/notches.h"
#include "processors/deesser.h"
#include "processors/compressor.h"
#include "hosted/hosted_processor.h"
#include "processors/limiter.h"
#include "processors/reverb.h"
#include "processors/echo.h"

namespace rowdesk {

template <typename... P>
struct List {};

// In signal order; `sort` of the descriptions has the same order, checked when the mixer opens.
using Inserts = List<HighPass, Gate, Equaliser, Notches, Deesser, Compressor, Hosted<0>, Hosted<1>, Limiter>;
// In the order of the choices of `plugin` of an fxSend.
using Effects = List<Reverb, Echo>;

template <typename... P>
constexpr uint32_t length_of(List<P...>) {
  return sizeof...(P);
}

#ifndef RD_KERNEL
// The index of a processor in its list.
template <typename Wanted, typename... P>
constexpr uint32_t number_of(List<P...>) {
  uint32_t number = 0;
  (void)((!std::is_same_v<P, Wanted> && ++number != 0) && ...);
  return number;
}
#endif

}  // namespace rowdesk
