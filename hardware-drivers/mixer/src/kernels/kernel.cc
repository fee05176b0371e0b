// The sound of one sub-block, compiled once per instruction set: RD_KERNEL is its name and namespace, RD_LANES its
// width. Whatever this file includes must be free of inline functions with external linkage (see state.h).
#include "kernels/kernel.h"

#include "processors/effect_parts.h"
#include "processors/filters.h"
#include "processors/part_delays.h"
#include "processors/ramped.h"

namespace rowdesk::RD_KERNEL {
namespace {

#include "kernels/lanes.h"
#include "kernels/kernel_ramp.h"
#include "kernels/kernel_gain.h"
#include "kernels/kernel_source.h"
#include "kernels/kernel_sum.h"
#include "kernels/kernel_delay.h"
#include "kernels/kernel_bus.h"
#include "kernels/kernel_strip.h"
#include "kernels/kernel_output.h"
#include "kernels/kernel_math.h"
#include "kernels/kernel_rows.h"
#include "kernels/kernel_filter.h"
#include "kernels/kernel_insert.h"
#include "kernels/kernel_ring.h"

}  // namespace
}  // namespace rowdesk::RD_KERNEL

// Each processor's header has its part of this namespace, which stands on what is above.
#include "processors/effect.h"
#include "processors/rack.h"

namespace rowdesk::RD_KERNEL {
namespace {

#include "kernels/kernel_processors.h"
#include "kernels/kernel_effects.h"

void run(State* state, const Io* io) {
  const Span span{io->frames, (io->frames + lane_count - 1) / lane_count};
  for (uint32_t generator = 0; generator < state->sounding_generators; ++generator) {
    take_generator(*state, *io, span, generator);
  }
  for (uint32_t s = 0; s < state->stage_count; ++s) {
    const Stage& stage = state->stages[s];
    const uint32_t end = stage.first_strip + stage.strips;
    sum_buses(*state, stage, span);
    for (uint32_t strip = stage.first_strip; strip < end; ++strip) enter_strip(*state, *io, span, strip);
    run_processors(*state, span, stage);
    for (uint32_t strip = stage.first_strip; strip < end; ++strip) leave_strip(*state, span, strip);
    if (s == state->effects_after) run_effects(*state, span);
  }
  end_processors(*state, span);
  delay_speakers(*state, span);
  for (uint32_t channel = 0; channel < io->outputs; ++channel) put_output(*state, *io, span, channel);
  advance(state->output_opening, io->frames);
}

}  // namespace
}  // namespace rowdesk::RD_KERNEL

namespace rowdesk::kernels {
extern const Kernel RD_KERNEL = {RD_NAME, RD_LANES, rowdesk::RD_KERNEL::run};
}
