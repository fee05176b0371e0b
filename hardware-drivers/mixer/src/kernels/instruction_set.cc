#include "kernels/instruction_set.h"

#include "kernels/kernel.h"

namespace rowdesk {
namespace {

#ifndef RD_OWN_KERNEL
#define RD_OWN_KERNEL ""
#endif

/** The first build of a machine has one kernel beside the portable one. */
constexpr bool is_built(std::string_view kernel) {
  constexpr std::string_view own = RD_OWN_KERNEL;
  return own.empty() || own == kernel;
}

[[maybe_unused]] void add(std::vector<const Kernel*>& found, bool runs, const Kernel& kernel) {
  if (runs) found.push_back(&kernel);
}

}  // namespace

std::vector<const Kernel*> kernels_that_run() {
  std::vector<const Kernel*> found{&kernels::scalar};
#if defined(__x86_64__)
  __builtin_cpu_init();
  if constexpr (is_built("sse2")) found.push_back(&kernels::sse2);
  // The parts of x86-64-v3 and -v4 that the compiler may use; operating system support is part of these answers.
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  if constexpr (is_built("avx2")) add(found, v3, kernels::avx2);
  if constexpr (is_built("avx512")) add(found, v4, kernels::avx512);
#elif defined(__aarch64__)
  if constexpr (is_built("neon")) found.push_back(&kernels::neon);
#endif
  return found;
}

const Kernel* find_kernel(std::string_view name) {
  const auto found = kernels_that_run();
  if (name.empty()) return found.back();
  for (const Kernel* kernel : found) {
    if (name == kernel->name) return kernel;
  }
  return nullptr;
}

}  // namespace rowdesk
