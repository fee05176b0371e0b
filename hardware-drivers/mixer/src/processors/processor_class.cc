#include "processors/processor_class.h"

#include <vector>

namespace rowdesk {
namespace {

template <typename... P>
void add_inserts(std::vector<ProcessorClass>& classes, List<P...>) {
  uint32_t number = 0;
  const auto add = [&]<typename Each>() {
    if constexpr (Each::is_described) classes.push_back(class_of_insert<Each>(number));
    ++number;
  };
  (add.template operator()<P>(), ...);
}

template <typename... P>
void add_effects(std::vector<ProcessorClass>& classes, List<P...>) {
  uint32_t number = 0;
  (classes.push_back(class_of_effect<P>(number++)), ...);
}

}  // namespace

std::span<const ProcessorClass> processor_classes() {
  static const std::vector<ProcessorClass> all = [] {
    std::vector<ProcessorClass> classes;
    add_inserts(classes, Inserts{});
    add_effects(classes, Effects{});
    return classes;
  }();
  return all;
}

}  // namespace rowdesk
