// processors.json for the C++ tests, so that they too know no range and no default of their own.
#pragma once

#include <vector>

#include "control/processor_table.h"

namespace rowdesk {

const std::vector<ProcessorDescription>& built_in_processors();

}  // namespace rowdesk
