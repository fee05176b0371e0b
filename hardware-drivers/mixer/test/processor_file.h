// The descriptions of processors (dist/processors.json) for the C++ tests: these have no range and no default of their own.
#pragma once

#include <vector>

#include "control/processor_table.h"

namespace rowdesk {

const std::vector<ProcessorDescription>& built_in_processors();

}  // namespace rowdesk
